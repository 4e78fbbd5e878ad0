#include "host.h"

#include <math.h>

extern const ptx2c_module back;

enum { N = 64, KINDS = 12 };

/* What x is as an integer between low and high, and none as one. */
static double integer(double x, double low, double high, double none)
{
    return x != x ? none : x <= low ? low : x >= high ? high : x > -1 && x < 1 ? 0 : trunc(x);
}

int main(void)
{
    static const double shown[] = {0.0, -0.0, -0.25, 0.75, -0.5, 1.5, -1.5, 2.5, -2.5, 127.75, -129, 255.5, 300, -40000, 2147483392.0, 2147483648.0,
                                   -2147483648.0, -2147483904.0, 4294967040.0, 4294967296.0, 9e18, 1e19, 1e20, -1e20, INFINITY, -INFINITY, NAN};
    static double wide[N], out[KINDS][N];
    static float narrow[N];
    for (int i = 0; i < N; i++) {
        wide[i] = shown[i % (int)(sizeof shown / sizeof *shown)];
        narrow[i] = (float)wide[i];
    }
    void *w = wide, *n = narrow, *o = out;
    run(&back, "back", 1, N, (void *[]){&w, &n, &o});
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        const double d = wide[i], f = narrow[i];
        const double right[KINDS] = {
            integer(d, -0x1p31, 0x1.fffffffcp30, -0x1p31),
            integer(floor(d), -0x1p31, 0x1.fffffffcp30, -0x1p31),
            integer(d, 0, 0x1.fffffffep31, 0x1p31),
            integer(d, -0x1p63, 0x1p63, -0x1p63),
            integer(d, 0, 0x1p64, 0x1p63),
            (float)integer(f, -0x1p31, 0x1.fffffffcp30, 0),
            (float)integer(rint(f), -0x1p31, 0x1.fffffffcp30, 0),
            (float)integer(f, 0, 0x1.fffffffep31, 0),
            (float)integer(f, -0x1p63, 0x1p63, -0x1p63),
            (float)integer(f, 0, 0x1p64, 0x1p63),
            (float)integer(f, -32768, 32767, 0),
            (float)integer(f, 0, 255, 0),
        };
        for (int k = 0; k < KINDS; k++)
            if (memcmp(&right[k], &out[k][i], 8)) {
                wrong++;
                printf("kind %d of %g: %g, not %g\n", k, d, out[k][i], right[k]);
            }
    }
    printf("%d wrong\n", wrong);
    return 0;
}
