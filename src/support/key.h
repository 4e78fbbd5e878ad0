/* key.h: 128 bits that stand for some bytes: what an object of the cache is made from, a fat binary. */
#ifndef PTX2C_KEY_H
#define PTX2C_KEY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Key { uint64_t a, b; } Key;

#define KEY_BEGIN ((Key){UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b)})

/* Two products that each depend on all that was before: a cache of one's own needs no more. */
static inline void key_word(Key *k, uint64_t w)
{
    k->a = (k->a ^ w) * UINT64_C(0x9e3779b97f4a7c15);
    k->b = (k->b + w) * UINT64_C(0xd6e8feb86659fd93);
    k->a ^= k->a >> 29 ^ k->b >> 37;
    k->b ^= k->b >> 32 ^ k->a << 5;
}

static inline void key_bytes(Key *k, const void *data, size_t n)
{
    const unsigned char *p = data;
    uint64_t w;
    key_word(k, n);
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&w, p, 8);
        key_word(k, w);
    }
    w = 0;
    memcpy(&w, p, n);
    key_word(k, w);
}

static inline void key_text(Key *k, const char *text) { key_bytes(k, text, strlen(text)); }

static inline void key_name(Key k, char out[33])
{
    for (int i = 0; i < 4; i++)
        key_word(&k, 0);
    snprintf(out, 33, "%016llx%016llx", (unsigned long long)k.a, (unsigned long long)k.b);
}

#endif
