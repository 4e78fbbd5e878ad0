/* Floats as integers, with all that doesn't fit, against the same in double precision on the host. */
#include <math.h>

#include "host.h"

extern const ptx2c_module bytes_of_floats;

enum { N = 3000, RESULTS = 12 };
static float in[N];
static uint32_t bytes[N], out[N * RESULTS];

static uint32_t to_unsigned(double x) { return x != x || x <= 0 ? 0 : x >= 4294967295.0 ? UINT32_MAX : (uint32_t)x; }

static uint32_t to_signed(double x)
{
    return x != x ? 0 : x <= -2147483648.0 ? (uint32_t)INT32_MIN : x >= 2147483647.0 ? (uint32_t)INT32_MAX : (uint32_t)(int32_t)x;
}

/* As PTX has them: the number of the two, if one is none. */
static float least(float x, float y) { return x != x ? y : y != y ? x : x < y ? x : y; }
static float most(float x, float y) { return x != x ? y : y != y ? x : x > y ? x : y; }

static void expect(float x, uint32_t b, uint32_t *to)
{
    const float one = most(0, least(x, 1)) * (x != x ? 0 : 1);
    to[0] = to_unsigned(one * 255.f);
    to[1] = to_unsigned(least(most(x, 0), 255));
    to[2] = to_signed(most(least(x, 127), -128));
    to[3] = to_signed(x);
    to[4] = to_unsigned(x);
    to[5] = to_signed(least(x, 3e9f));
    to[6] = to_unsigned(most(least(x, 2e9f), -0.5f));
    to[7] = to_unsigned(most(least(x, 2e9f), -1.5f));
    const float third = (float)(b & 255) / 3.f, sum = fmaf((float)(b >> 8 & 255), 1000.f, third);
    to[8] = to_unsigned(sum + (float)(b >> 24));
    to[9] = to_unsigned((float)b * 2.f);
    to[10] = to_signed(fabsf(least(most(x, -100), 50)) * -3.f);
    to[11] = to_signed(fma((double)(b >> 4), 7.0, -3e8));
}

int main(void)
{
    static const float special[] = {0, -0.f, 1, -1, 0.99999994f, -0.99999994f, 255, 256, 254.99998f, 2147483520.f, 2147483648.f, -2147483648.f,
                                    -2147483904.f, 4294967040.f, 4294967296.f, 1e20f, -1e20f, 1e-40f, INFINITY, -INFINITY, NAN, -NAN};
    int wrong = 0, n = N;
    for (int i = 0; i < N; i++) {
        const uint32_t h = (uint32_t)i * 2654435761u;
        bytes[i] = h ^ h << 13;
        in[i] = i < (int)(sizeof special / sizeof *special) ? special[i] : ldexpf((float)(h & 0xffff) - 32768, (int)(h >> 27) - 20);
    }
    const float *a = in;
    const uint32_t *b = bytes;
    uint32_t *c = out;
    const int status = ptx2c_launch(ptx2c_find_kernel(&bytes_of_floats, "convert"), (ptx2c_dim3){(N + 127) / 128, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0,
                                    (void *[]){&a, &b, &c, &n});
    if (status)
        printf("%s\n", ptx2c_strerror(status));
    for (int i = 0; i < N; i++) {
        uint32_t should[RESULTS];
        expect(in[i], bytes[i], should);
        for (int k = 0; k < RESULTS; k++)
            if (out[i * RESULTS + k] != should[k] && wrong++ < 10)
                printf("%g, %#x: result %d is %u, not %u\n", in[i], bytes[i], k, out[i * RESULTS + k], should[k]);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
