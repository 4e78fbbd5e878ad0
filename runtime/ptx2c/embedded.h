/* embedded.h: a program's kernels, translated ahead of time (ptx2c --embed), as libcuda finds them. */
#ifndef PTX2C_EMBEDDED_H
#define PTX2C_EMBEDDED_H

#include "launch.h"

enum { PTX2C_EMBEDDED_VERSION = 1 }; /* of what stands here and in launch.h */

/* What the program loads as one: fat binaries, or a text, by keys of their bytes; and its modules, NULL-terminated. */
typedef struct ptx2c_embedded_image {
    const uint64_t (*keys)[2];
    uint32_t key_count;
    const ptx2c_module *const *modules;
} ptx2c_embedded_image;

typedef struct ptx2c_embedded {
    uint32_t version;
    uint32_t image_count;
    const ptx2c_embedded_image *images;
} ptx2c_embedded;

/* libcuda's: adds them to those that it knows, or takes them away. */
extern void ptx2c_cuda_embedded(const ptx2c_embedded *e, int add);

#endif
