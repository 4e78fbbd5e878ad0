/* launch.h: what the interpreter and the translated program have in common: memory, launches, what is printed. */
#ifndef LAUNCH_H
#define LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

enum { THREADS = 256, WORDS = 16, SUMS = 64, INPUT = 1024 };

/* Kernels are k0, k1, ...: (out, in, acc, n).  A thread has WORDS words of out; acc is everybody's. */
typedef struct Memory { uint32_t out[THREADS * WORDS], acc[SUMS]; } Memory;
typedef struct Launch { uint32_t grid, block[3], n; } Launch;
typedef struct Arguments { uint64_t out, in, acc; uint32_t n; } Arguments;

/* Each program's own: runs a kernel, or says in a word why it can't. */
bool has_kernel(const char *name);
const char *run_kernel(const char *name, const Launch *l, const Arguments *a);

/* No more arguments: a line for each kernel; KERNEL: a line for each launch; KERNEL LAUNCH: the memory after it. */
int launch_main(int argc, char **argv);

#endif
