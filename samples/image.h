/* image.h: writes 8-bit RGB pictures as PNG or binary PPM.
 *
 * PNG (ISO/IEC 15948) asks for a zlib stream; stored blocks (RFC 1951, 3.2.4) are one, so no compressor is needed. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static inline void image_be32(uint8_t *to, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(v >> (24 - 8 * i));
}

/* Bytes of a chunk go to the file and into its CRC-32. */
typedef struct ImagePng {
    FILE *file;
    uint32_t crc, adler_a, adler_b;
} ImagePng;

static inline void image_put(ImagePng *p, const void *data, size_t n)
{
    const uint8_t *s = data;
    for (size_t i = 0; i < n; i++) {
        p->crc ^= s[i];
        for (int k = 0; k < 8; k++)
            p->crc = p->crc >> 1 ^ (p->crc & 1 ? 0xEDB88320u : 0);
    }
    fwrite(data, 1, n, p->file);
}

/* Picture bytes also count in the zlib stream's Adler-32. */
static inline void image_put_pixels(ImagePng *p, const uint8_t *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p->adler_a = (p->adler_a + s[i]) % 65521;
        p->adler_b = (p->adler_b + p->adler_a) % 65521;
    }
    image_put(p, s, n);
}

static inline void image_chunk(ImagePng *p, const char *type, uint32_t bytes)
{
    uint8_t size[4];
    image_be32(size, bytes);
    fwrite(size, 1, 4, p->file);
    p->crc = 0xFFFFFFFFu;
    image_put(p, type, 4);
}

static inline void image_chunk_end(ImagePng *p)
{
    uint8_t crc[4];
    image_be32(crc, ~p->crc);
    fwrite(crc, 1, 4, p->file);
}

/* One stored block per row: a filter byte (0: none) and 3 * width bytes, at most 65535 in all. */
static inline void image_write_png(FILE *file, uint32_t width, uint32_t height, const uint8_t *rgb)
{
    ImagePng p = { .file = file, .adler_a = 1 };
    uint8_t head[13] = { 0 }, adler[4];
    uint16_t row = (uint16_t)(3 * width + 1);
    fwrite("\x89PNG\r\n\x1A\n", 1, 8, file);
    image_be32(head, width);
    image_be32(head + 4, height);
    head[8] = 8; /* bits per channel */
    head[9] = 2; /* RGB */
    image_chunk(&p, "IHDR", sizeof head);
    image_put(&p, head, sizeof head);
    image_chunk_end(&p);
    image_chunk(&p, "IDAT", 2 + height * (5u + row) + 4);
    image_put(&p, "\x78\x01", 2);
    for (uint32_t y = 0; y < height; y++) {
        uint8_t block[5] = { y + 1 == height, (uint8_t)row, (uint8_t)(row >> 8), (uint8_t)~row,
                             (uint8_t)((uint16_t)~row >> 8) };
        image_put(&p, block, sizeof block);
        image_put_pixels(&p, (const uint8_t *)"", 1);
        image_put_pixels(&p, rgb + (size_t)3 * width * y, (size_t)3 * width);
    }
    image_be32(adler, p.adler_b << 16 | p.adler_a);
    image_put(&p, adler, sizeof adler);
    image_chunk_end(&p);
    image_chunk(&p, "IEND", 0);
    image_chunk_end(&p);
}

/* Writes PPM when the name ends so, else PNG (at most 21844 pixels wide).  False with errno set when it failed. */
static inline bool image_write(const char *path, uint32_t width, uint32_t height, const uint8_t *rgb)
{
    size_t n = strlen(path);
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    if (n > 4 && !strcmp(path + n - 4, ".ppm")) {
        fprintf(file, "P6\n%lu %lu\n255\n", (unsigned long)width, (unsigned long)height);
        fwrite(rgb, 3, (size_t)width * height, file);
    } else {
        image_write_png(file, width, height, rgb);
    }
    bool ok = !ferror(file);
    return !fclose(file) && ok;
}

#endif
