/* texture_places.c: where a coordinate leads to without double precision is where it leads to with it: all numbers around the elements'
 * borders and middles, around both ends of the image, and random ones; elements side by side and the nearest one. */
#include "check.h"

#include <math.h>
#include <string.h>

#define PTX2C_SOFT_DOUBLE 1
#include <ptx2c.h>
#include <ptx2c/texture.h>

static ptx2c_short_way image(uint32_t size, bool normalized)
{
    ptx2c_short_way f;
    memset(&f, 0, sizeof f);
    f.last[0] = (int32_t)size - 1;
    f.elements[0] = normalized ? size : 1;
    f.scale[0] = 256.0 * f.elements[0];
    f.limit[0] = 256.0 * (size + 1.0);
    return f;
}

static int32_t within(int32_t i, int32_t last) { return i < 0 ? 0 : i < last ? i : last; }

static void look(const ptx2c_short_way *f, float x)
{
    double t = (double)x * f->scale[0];
    t = t > -256 ? t : -256;
    t = t < f->limit[0] ? t : f->limit[0];
    const int32_t i = (int32_t)floor(t + 384.5), last = f->last[0];
    const ptx2c_pair a = ptx2c_fast_axis(f, 0, x, false);
    CHECK(a.w == ((uint32_t)i & 255));
    CHECK(a.i0 == within((i >> 8) - 2, last));
    CHECK(a.i1 == within((i >> 8) - 1, last));
    CHECK(ptx2c_fast_nearest(f, 0, x, false) == (uint32_t)within(((int32_t)(t + 256) >> 8) - 1, last));
}

/* It, its neighbours, and what is opposite of them. */
static void around(const ptx2c_short_way *f, float x)
{
    const float near[] = {x, nextafterf(x, INFINITY), nextafterf(x, -INFINITY)};
    for (int i = 0; i < 3; i++) {
        look(f, near[i]);
        look(f, -near[i]);
    }
}

int main(void)
{
    static const uint32_t sizes[] = {1, 2, 3, 7, 64, 500, 4095, 131071, 131072};
    static const float odd[] = {0, 0x1p-149f, 0x1p-126f, 0x1p-30f, 0x1p30f, 0x1.fffffep127f, INFINITY, NAN};
    for (int s = 0; s < 18; s++) {
        const uint32_t size = sizes[s / 2];
        const ptx2c_short_way f = image(size, s % 2);
        for (int i = 0; i < 8; i++)
            around(&f, odd[i]);
        for (int i = -600; i < 2000; i++)
            around(&f, (float)(i / (512.0 * f.elements[0])));
        for (int i = -1100; i < 1100; i++)
            around(&f, (float)((size + i / 512.0) / f.elements[0]));
        for (int i = 0; i < 100000; i++) {
            uint32_t bits = (uint32_t)rnd();
            float x;
            memcpy(&x, &bits, sizeof x);
            look(&f, x);
            around(&f, (float)((double)(bits & 0xffffff) * (size + 2.0) / 0x1p24 / f.elements[0]));
        }
    }
    return failed != 0;
}
