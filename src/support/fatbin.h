/* fatbin.h: the containers that CUDA's compilers put device code into.  Also for the CUDA library, without the rest. */
#ifndef PTX2C_FATBIN_H
#define PTX2C_FATBIN_H

#include "key.h"

#include <stdbool.h>

/* What a container has for a device. */
typedef struct Fatbin {
    char *text;          /* PTX, NUL-terminated, from malloc; NULL: none, or it could not be read */
    size_t size;
    unsigned machine;    /* the newest architecture that it has machine code for, 0: none */
    bool bad;            /* what is there can't be read: */
    const char *missing; /* for want of this library, or NULL */
} Fatbin;

bool fatbin_begins(const void *data);    /* does a container begin there?  4 bytes are looked at */
size_t fatbin_bytes(const void *data);   /* a container's, all of it; of its header 16 bytes are looked at */
Key fatbin_key(const void *data);        /* of its bytes */
/* The PTX that suits compute capability sm (80: 8.0) best: the newest that runs there, or else the oldest. */
Fatbin fatbin_read(const void *data, unsigned sm);
/* CUDA's device runtime (libcudadevrt), which a program with kernels that launch kernels holds: the translator has its own. */
bool fatbin_is_device_runtime(const Fatbin *f);

enum { FATBIN_SM = 90 }; /* the device that programs see unless told otherwise */

#endif
