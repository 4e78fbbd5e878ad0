/* mipmap.h: makes the smaller levels of an image (manual 9.7.10.2). */
#ifndef PTX2C_MIPMAP_H
#define PTX2C_MIPMAP_H

#include "texel.h"

/* Planes of an image's level: depth, layers and faces. */
PTX2C_INLINE uint64_t ptx2c_planes(const ptx2c_image *i, uint32_t level)
{
    return i->depth ? ptx2c_level_size(i->depth, level) : (uint64_t)(i->layers ? i->layers : 1) * (i->cube ? 6 : 1);
}

/* Bytes that levels 1, 2, … of a whole mipmap of the image take without gaps; 0 for a wrong format. */
PTX2C_INLINE size_t ptx2c_mipmap_bytes(const ptx2c_image *i)
{
    const size_t element = ptx2c_element_bytes(i);
    size_t sum = 0;
    for (uint32_t n = 1; n < ptx2c_full_levels(i); n++)
        sum += element * ptx2c_level_size(i->width, n) * ptx2c_level_size(i->height, n) * (size_t)ptx2c_planes(i, n);
    return sum;
}

/* The elements of a size that one of n next smaller ones stands for, and the weights of its first and last. */
typedef struct ptx2c_span {
    uint32_t first, last;
    double head, tail;
} ptx2c_span;

PTX2C_INLINE ptx2c_span ptx2c_span_of(uint32_t k, uint32_t n, uint32_t size)
{
    const double from = (double)k * size / n, to = (double)(k + 1) * size / n;
    ptx2c_span s = {(uint32_t)from, (uint32_t)ceil(to) - 1, 1, 1};
    s.head = (s.first + 1 < to ? s.first + 1 : to) - from;
    s.tail = to - s.last;
    return s;
}

PTX2C_INLINE double ptx2c_span_weight(const ptx2c_span *s, uint32_t i)
{
    return i == s->first ? s->head : i == s->last ? s->tail : 1;
}

/* A channel as a number: integers as themselves, sRGB as linear. */
PTX2C_INLINE double ptx2c_channel_number(const ptx2c_image *i, uint32_t read, ptx2c_channels v, uint32_t k, bool srgb)
{
    if (read >= PTX2C_READ_SN8)
        return srgb && k != ptx2c_alpha_channel(i->order) ? ptx2c_srgb_linear((double)v.f[k]) : (double)v.f[k];
    return read == PTX2C_READ_U32 ? (double)v.u[k] : (double)(int32_t)v.u[k];
}

/* One element of level n: the mean of what it covers in the level before. */
PTX2C_INLINE void ptx2c_mipmap_element(const ptx2c_image *i, const ptx2c_level *from, const ptx2c_level *to, uint32_t n,
                                       const uint32_t at[3], bool srgb)
{
    ptx2c_sampler none;
    memset(&none, 0, sizeof none);
    const uint32_t read = ptx2c_read_of(i, &none), channels = ptx2c_order_channels(i->order);
    const uint32_t size[3] = {i->width, i->height, i->depth}, bytes = ptx2c_element_bytes(i);
    ptx2c_span s[3];
    double sum[4] = {0}, area = 1;
    for (int d = 0; d < 3; d++) {
        s[d] = (ptx2c_span){at[d], at[d], 1, 1}; /* layers and faces are not mixed */
        if (d < 2 || i->depth)
            s[d] = ptx2c_span_of(at[d], ptx2c_level_size(size[d], n), ptx2c_level_size(size[d], n - 1));
        area *= s[d].last == s[d].first ? s[d].head : s[d].head + s[d].tail + (s[d].last - s[d].first - 1);
    }
    for (uint32_t z = s[2].first; z <= s[2].last; z++)
        for (uint32_t y = s[1].first; y <= s[1].last; y++)
            for (uint32_t x = s[0].first; x <= s[0].last; x++) {
                const unsigned char *p = (const unsigned char *)from->data + z * from->slice_pitch +
                                         y * from->row_pitch + (size_t)x * bytes;
                const double w = ptx2c_span_weight(&s[0], x) * ptx2c_span_weight(&s[1], y) *
                                 ptx2c_span_weight(&s[2], z);
                const ptx2c_channels v = read >= PTX2C_READ_SN8 ? ptx2c_read_reals(read, p, channels, NULL, 4)
                                                                : ptx2c_read_integers(read, p, channels);
                for (uint32_t k = 0; k < channels; k++)
                    sum[k] += w * ptx2c_channel_number(i, read, v, k, srgb);
            }
    ptx2c_channels v = {{0}};
    for (uint32_t k = 0; k < channels; k++) {
        const double m = sum[k] / area;
        if (read < PTX2C_READ_SN8)
            v.u[k] = (uint32_t)(int64_t)floor(m + .5);
        else
            v.f[k] = (float)(srgb && k != ptx2c_alpha_channel(i->order) ? ptx2c_linear_srgb(m) : m);
    }
    ptx2c_write_channels(i->type, (unsigned char *)to->data + at[2] * to->slice_pitch + at[1] * to->row_pitch +
                         (size_t)at[0] * bytes, channels, v);
}

/* Makes the whole mipmap of an image that has level 0: writes levels 1, 2, … into memory, of at least
 * ptx2c_mipmap_bytes(image) bytes, says in level[0…] where they are (at most 31) and sets image->levels and
 * image->level.  Each element is the mean of those it covers, weighted by how much of them it covers; srgb: the mean of
 * their linear values.  Memory and level must stay as long as the image's own.  Statuses: PTX2C_BAD_IMAGE (no format,
 * or multi-sampled), PTX2C_NO_MEMORY (bytes are too few). */
static PTX2C_NOINLINE int ptx2c_mipmap_build(ptx2c_image *image, ptx2c_level *level, void *memory, size_t bytes,
                                            bool srgb)
{
    const size_t element = ptx2c_element_bytes(image);
    unsigned char *p = (unsigned char *)memory;
    if (!element || !image->width || !image->data || image->samples)
        return PTX2C_BAD_IMAGE;
    if (bytes < ptx2c_mipmap_bytes(image))
        return PTX2C_NO_MEMORY;
    image->level = level;
    image->levels = ptx2c_full_levels(image);
    for (uint32_t n = 1; n < image->levels; n++) {
        const uint32_t w = ptx2c_level_size(image->width, n), h = ptx2c_level_size(image->height, n);
        const uint32_t planes = (uint32_t)ptx2c_planes(image, n);
        level[n - 1] = (ptx2c_level){p, w * element, w * element * h};
        p += w * element * h * planes;
        const ptx2c_level from = ptx2c_image_level(image, n - 1), to = level[n - 1];
        for (uint32_t z = 0; z < planes; z++)
            for (uint32_t y = 0; y < h; y++)
                for (uint32_t x = 0; x < w; x++) {
                    const uint32_t at[3] = {x, y, z};
                    ptx2c_mipmap_element(image, &from, &to, n, at, srgb);
                }
    }
    return PTX2C_OK;
}

#endif
