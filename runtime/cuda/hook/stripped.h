/* stripped.h: finds the functions of NVIDIA's runtime library in an object that has no symbols. */
#ifndef PTX2C_HOOK_STRIPPED_H
#define PTX2C_HOOK_STRIPPED_H

#include <stddef.h>
#include <stdint.h>

/* A function of the runtime library that an object holds. */
typedef struct Held {
    const char *name; /* in the object's file, or a constant */
    uintptr_t at;     /* its address less the object's base */
} Held;

/* Those of an object whose file lies at `file`, and their number; 0: it holds no runtime library, or not one that is known.
 * *held is the caller's to free. */
size_t stripped_functions(const unsigned char *file, size_t size, Held **held);

#endif
