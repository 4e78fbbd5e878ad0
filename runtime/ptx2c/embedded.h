/* embedded.h: a program's kernels, translated ahead of time (ptx2c --embed), as libcuda finds them. */
#ifndef PTX2C_EMBEDDED_H
#define PTX2C_EMBEDDED_H

#include "alone.h"
#include "launch.h"

enum { PTX2C_EMBEDDED_VERSION = 4 }; /* of what stands here and in launch.h */

/* What the program loads as one: fat binaries, or a text, by keys of their bytes; and its modules, NULL-terminated. */
typedef struct ptx2c_embedded_image {
    const uint64_t (*keys)[2];
    uint32_t key_count, more; /* the last ones, so many, may be missing: they have no kernels */
    const ptx2c_module *const *modules;
} ptx2c_embedded_image;

typedef struct ptx2c_embedded {
    uint32_t version;
    uint32_t image_count;
    const ptx2c_embedded_image *images;
} ptx2c_embedded;

/* libcuda's: adds them to those that it knows, or takes them away; and what they ask, which it sets in a shared object that it loads. */
#if defined __PIC__ && !defined __PIE__ /* a shared object, which libcuda itself may load */
#define PTX2C_EMBEDDED_CALL(e, add) (ptx2c_cuda_embedded ? ptx2c_cuda_embedded(e, add) : (void)0)
__attribute__((weak))
#else
#define PTX2C_EMBEDDED_CALL(e, add) (ptx2c_is_alone = ptx2c_cuda_is_alone, ptx2c_cuda_embedded(e, add))
#endif
void ptx2c_cuda_embedded(const ptx2c_embedded *e, int add);
bool ptx2c_cuda_is_alone(void);

/* The table of a file made by --embed: of a shared object's, libcuda finds ptx2c_embedded_here. */
#define PTX2C_EMBED(list, count) \
    static const ptx2c_embedded ptx2c_embedded_own = {PTX2C_EMBEDDED_VERSION, count, list}; \
    extern const ptx2c_embedded *const ptx2c_embedded_here; \
    PTX2C_WEAK const ptx2c_embedded *const ptx2c_embedded_here = &ptx2c_embedded_own; \
    __attribute__((constructor)) static void ptx2c_embedded_begin(void) \
    { \
        PTX2C_EMBEDDED_CALL(&ptx2c_embedded_own, 1); \
    } \
    __attribute__((destructor)) static void ptx2c_embedded_end(void) \
    { \
        PTX2C_EMBEDDED_CALL(&ptx2c_embedded_own, 0); \
    }

#endif
