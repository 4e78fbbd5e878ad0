/* heap.c: prints the most bytes that a program has had from malloc and the like at once.  Linked with
 * -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free; for glibc. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

static size_t now, most;

static void *got(void *p)
{
    now += malloc_usable_size(p);
    most = now > most ? now : most;
    return p;
}

void *__wrap_malloc(size_t n) { return got(__real_malloc(n)); }

void *__wrap_calloc(size_t n, size_t size) { return got(__real_calloc(n, size)); }

void *__wrap_realloc(void *p, size_t n)
{
    now -= malloc_usable_size(p);
    return got(__real_realloc(p, n));
}

void __wrap_free(void *p)
{
    now -= malloc_usable_size(p);
    __real_free(p);
}

static void say(void) { printf("%zu\n", most); }

__attribute__((constructor)) static void begin(void) { atexit(say); }
