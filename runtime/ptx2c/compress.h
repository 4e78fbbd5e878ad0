/* compress.h: which elements of a sparse matrix are kept, in registers: spcompress and spdecompress (manual 9.7.10.30 and
 * 9.7.10.31 of PTX 9.4).
 *
 * Of more than two NaNs, or of equal elements, the first are kept; an index that is no element's place is ignored; where
 * two elements have one place the later one is there. */
#ifndef PTX2C_COMPRESS_H
#define PTX2C_COMPRESS_H

#include "types.h"

#define PTX2C_WORDS(...) ((const uint32_t[]){__VA_ARGS__})

/* Number i of the fields of so many bits, which divide 32, in words. */
PTX2C_INLINE uint32_t ptx2c_field(const uint32_t *word, uint32_t i, uint32_t bits)
{
    return word[i * bits / 32] >> i * bits % 32 & (UINT32_MAX >> (32 - bits));
}

/* A number that is the greater the rather an element is kept.  Floats: sign is the bit of the sign, top the largest that is
 * a number; -0 is less than +0, and NaNs come first. */
PTX2C_INLINE uint32_t ptx2c_keep_float(uint32_t v, uint32_t sign, uint32_t top, bool least)
{
    const uint32_t size = v & (sign - 1), key = v & sign ? 0x7fffffff - size : 0x80000000 + size;
    return size > top ? UINT32_MAX : least ? ~key : key;
}

/* The places of the two of four that are kept, 2 bits each, in ascending order. */
PTX2C_INLINE uint32_t ptx2c_keep_two(const uint32_t *key)
{
    uint32_t first = 0, second;
    for (uint32_t i = 1; i < 4; i++)
        first = key[i] > key[first] ? i : first;
    second = first == 0;
    for (uint32_t i = second + 1; i < 4; i++)
        second = i != first && key[i] > key[second] ? i : second;
    return first < second ? first | second << 2 : second | first << 2;
}

/* The same of elements 4 * group … of 8 or 16 bits; desc: 2 bits for greatest, greatest size, least, least size; 3 for the
 * type: f16 or u8, bf16 or s8, e5m2, e4m3, e3m2, e2m3. */
PTX2C_INLINE uint32_t ptx2c_keep_of(const uint32_t *word, uint32_t group, uint32_t size, uint32_t desc)
{
    static const uint32_t sign[2][8] = {{0, 0, 0x80, 0x80, 0x20, 0x20, 0, 0}, {0x8000, 0x8000, 0, 0, 0, 0, 0, 0}};
    static const uint32_t top[2][8] = {{0, 0, 0x7c, 0x7e, 0x1f, 0x1f, 0, 0}, {0x7c00, 0x7f80, 0, 0, 0, 0, 0, 0}};
    const uint32_t type = desc >> 2 & 7;
    const bool least = desc & 2, absolute = desc & 1;
    uint32_t key[4];
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t v = ptx2c_field(word, 4 * group + i, size), s = sign[size == 16][type];
        if (s) {
            key[i] = ptx2c_keep_float(absolute ? v & (s - 1) : v, s, top[size == 16][type], least);
            continue;
        }
        const int32_t n = type == 1 ? (int32_t)(v ^ 0x80) - 0x80 : (int32_t)v;
        key[i] = (uint32_t)((absolute && n < 0 ? -n : n) + 0x8000);
        key[i] = least ? ~key[i] : key[i];
    }
    return ptx2c_keep_two(key);
}

/* Word n of the elements that are kept. */
PTX2C_INLINE uint32_t ptx2c_spcompress(uint32_t n, uint32_t size, const uint32_t *word, uint32_t desc)
{
    uint32_t v = 0;
    for (uint32_t i = 0; i < 32 / size; i++) {
        const uint32_t q = n * (32 / size) + i, places = ptx2c_keep_of(word, q / 2, size, desc);
        v |= ptx2c_field(word, q / 2 * 4 + (places >> 2 * (q & 1) & 3), size) << i * size;
    }
    return v;
}

/* Word n of their places in their groups, of bits each; words: of the elements they were chosen from. */
PTX2C_INLINE uint32_t ptx2c_spcompress_places(uint32_t n, uint32_t size, uint32_t bits, uint32_t words, const uint32_t *word,
                                              uint32_t desc)
{
    uint32_t v = 0;
    for (uint32_t i = 0; i < 32 / bits; i++) {
        const uint32_t q = n * (32 / bits) + i;
        if (q < words * (32 / size) / 2)
            v |= (ptx2c_keep_of(word, q / 2, size, desc) >> 2 * (q & 1) & 3) << i * bits;
    }
    return v;
}

/* Word n of elements of which so many (kept) of each group are in words kept_words, at the places; the others are 0. */
PTX2C_INLINE uint32_t ptx2c_spdecompress(uint32_t n, uint32_t size, uint32_t bits, uint32_t kept, uint32_t group,
                                         const uint32_t *place, const uint32_t *word, uint32_t kept_words)
{
    uint32_t v = 0;
    for (uint32_t i = 0; i < 32 / size; i++) {
        const uint32_t at = n * (32 / size) + i;
        uint32_t element = 0;
        for (uint32_t q = at / group * kept; q < (at / group + 1) * kept && q < kept_words * (32 / size); q++)
            if (ptx2c_field(place, q, bits) == at % group)
                element = ptx2c_field(word, q, size);
        v |= element << i * size;
    }
    return v;
}

#endif
