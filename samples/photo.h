/* photo.h: what the texture samples share: the photograph picture.ppm, and texture reads spelled out in plain C. */
#ifndef PHOTO_H
#define PHOTO_H

#include "image.h"
#include "sample.h"

typedef struct Photo {
    uint32_t width, height;
    uint8_t *rgba;
} Photo;

/* Reads picture.ppm, which lies beside the source file given (__FILE__) or in samples/; adds an alpha of 255. */
static inline bool photo_read(Photo *p, const char *source)
{
    static const char name[] = "picture.ppm";
    const char *slash = strrchr(source, '/');
    size_t folder = slash ? (size_t)(slash + 1 - source) : 0;
    char *path = sample_alloc(folder + sizeof name, 1);
    memcpy(path, source, folder);
    memcpy(path + folder, name, sizeof name);
    FILE *file = fopen(path, "rb");
    if (!file)
        file = fopen("samples/picture.ppm", "rb");
    free(path);
    unsigned width = 0, height = 0;
    bool ok = file && fscanf(file, "P6 %u %u 255", &width, &height) == 2 && fgetc(file) == '\n';
    *p = (Photo){ width, height, ok ? sample_alloc((size_t)width * height, 4) : NULL };
    for (size_t i = 0; ok && i < (size_t)width * height; i++) {
        ok = fread(p->rgba + 4 * i, 1, 3, file) == 3;
        p->rgba[4 * i + 3] = 255;
    }
    if (file)
        fclose(file);
    return ok || sample_fail("cannot read %s", name);
}

static inline bool photo_done(int status, const char *what)
{
    return !status || sample_fail("%s: %s", what, ptx2c_strerror(status));
}

/* The texel that a coordinate outside of 0 … n - 1 stands for. */
static inline long photo_address(long i, long n, uint8_t mode)
{
    if (mode == PTX2C_WRAP)
        return (i % n + n) % n;
    if (mode == PTX2C_MIRROR) {
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    return i < 0 ? 0 : i < n ? i : n - 1;
}

/* A texel's place and weights in one dimension: filter weights have 8 bits (CUDA C++ Programming Guide, Texture Fetching). */
static inline double photo_split(double x, long *i)
{
    double whole = floor(x - 0.5), part = floor((x - 0.5 - whole) * 256 + 0.5) / 256;
    *i = (long)whole;
    return part;
}

/* Channels 0 … 255 at x, y, counted in texels, between the four nearest. */
static inline void photo_linear(const uint8_t *rgba, uint32_t width, uint32_t height, double x, double y, uint8_t mode,
                                double out[3])
{
    long i, j;
    double a = photo_split(x, &i), b = photo_split(y, &j);
    for (int k = 0; k < 3; k++) {
        double row[2];
        for (long r = 0; r < 2; r++) {
            const uint8_t *line = rgba + 4 * width * (size_t)photo_address(j + r, (long)height, mode);
            double left = line[4 * photo_address(i, (long)width, mode) + k];
            row[r] = left + a * (line[4 * photo_address(i + 1, (long)width, mode) + k] - left);
        }
        out[k] = row[0] + b * (row[1] - row[0]);
    }
}

/* Whether a pixel is what it should be, give or take. */
static inline bool photo_same(const char *name, uint32_t x, uint32_t y, const uint8_t *rgb, const double want[3],
                              double tolerance)
{
    for (int k = 0; k < 3; k++)
        if (!(fabs(rgb[k] - want[k]) <= tolerance))
            return sample_fail("%s: pixel[%lu,%lu].%c = %d, not %.2f", name, (unsigned long)x, (unsigned long)y, "rgb"[k],
                               rgb[k], want[k]);
    return true;
}

#endif
