#include "host.h"

extern const ptx2c_module strided_rows;

enum { ROWS = 6, T = 64, LONGEST = 700, ALL = ROWS * LONGEST + 512 };
static _Alignas(16) float x[ALL], y[ALL], w[ALL], b[ALL], want[ALL], sum[ROWS];
static float *px = x, *py = y, *pw = w, *pb = b;

static void fill(void)
{
    for (int i = 0; i < ALL; i++) {
        x[i] = (float)(i * 7 % 9 - 4);
        w[i] = (float)(i % 3);
        b[i] = (float)(i % 5);
        y[i] = want[i] = -7;
    }
}

static void check(const char *name, int n, const float *got)
{
    for (int i = 0; i < ALL; i++)
        if (got[i] != want[i]) {
            printf("%s: rows of %d: %d is %g, not %g\n", name, n, i, (double)got[i], (double)want[i]);
            return;
        }
}

static void rows(int n)
{
    fill();
    for (int r = 0; r < ROWS; r++) {
        float s = 0, q = 0;
        for (int i = 0; i < n; i++) {
            s += x[r * n + i];
            q += x[r * n + i] * x[r * n + i];
        }
        for (int i = 0; i < n; i++)
            want[r * n + i] = (x[r * n + i] - s) * q * w[i] + b[i];
    }
    run(&strided_rows, "normal", ROWS / 2, 64, (void *[]){&px, &py, &pw, &pb, &n});
    check("normal", n, y);
    fill();
    for (int r = 0; r < ROWS; r++) {
        float m = -1e30f, s = 0;
        for (int i = 0; i < n; i++)
            m = x[r * n + i] > m ? x[r * n + i] : m;
        for (int i = 0; i < n; i++)
            s += x[r * n + i] - m;
        for (int i = 0; i < n; i++)
            want[r * n + i] = x[r * n + i] - m + s;
    }
    const int count = ROWS;
    run(&strided_rows, "twice", 2, 128, (void *[]){&px, &py, (void *)&count, &n});
    check("twice", n, y);
}

static void fours(int n)
{
    fill();
    for (int r = 0; r < ROWS; r++) {
        float s = 0;
        for (int i = 0; i < 4 * n; i++)
            s += x[r * 4 * n + i] * w[i];
        for (int i = 0; i < 4 * n; i += 4) {
            const float *u = x + r * 4 * n + i;
            float *to = want + r * 4 * n + i;
            to[0] = u[1];
            to[1] = s;
            to[2] = u[0] + u[2];
            to[3] = u[3];
        }
    }
    const int status = ptx2c_launch(ptx2c_find_kernel(&strided_rows, "fours"), (ptx2c_dim3){ROWS / 2, 1, 1}, (ptx2c_dim3){32, 2, 1}, 0,
                                    (void *[]){&px, &pw, &py, &n});
    if (status)
        printf("fours: %s\n", ptx2c_strerror(status));
    check("fours", n, y);
}

static void blocks(int n)
{
    fill();
    for (int r = 0; r < ROWS; r++) {
        sum[r] = 0;
        for (int i = 0; i < n; i++)
            sum[r] += x[r * n + i];
        want[r] = sum[r];
    }
    run(&strided_rows, "sums", ROWS, T, (void *[]){&px, &py, &n});
    check("sums", n, y);
    fill();
    for (int i = 0; i < ALL; i++)
        want[i] = i < ROWS * n ? x[i] * w[T - 1 - i % n % T] + w[i % n] : x[i];
    run(&strided_rows, "scale", ROWS, T, (void *[]){&px, &pw, &n});
    check("scale", n, x);
}

static void more(int n)
{
    static double from[ALL], to[ALL];
    double *pf = from, *pt = to, a = 3;
    for (int i = 0; i < ALL; i++) {
        from[i] = i % 13;
        to[i] = i % 7;
    }
    run(&strided_rows, "all_blocks", 4, T, (void *[]){&pf, &pt, &a, &n});
    for (int i = 0; i < ALL; i++)
        if (to[i] != (i < n ? a * (i % 13) : 0) + i % 7)
            printf("all_blocks: %d: %d is %g\n", n, i, to[i]);
    fill();
    for (int i = 0; i < ROWS * n; i++)
        want[i] = x[i] * x[i];
    const int count = ROWS;
    const int status = ptx2c_launch(ptx2c_find_kernel(&strided_rows, "squares"), (ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){32, 4, 1}, 0,
                                    (void *[]){&px, &py, (void *)&count, &n});
    if (status)
        printf("squares: %s\n", ptx2c_strerror(status));
    check("squares", n, y);
}

static void chase(int n, int ahead)
{
    float s[T];
    fill();
    memcpy(want, x, sizeof x);
    for (int t = 0; t < T; t++)
        s[t] = want[t];
    for (int t = 0; t < T; t++)
        for (int i = t; i < n; i += T) {
            want[i + ahead] = want[i] + s[t];
            want[i] = s[T - 1 - t];
        }
    run(&strided_rows, "chase", 1, T, (void *[]){&px, &n, &ahead});
    check("chase", n, x);
}

int main(void)
{
    static const int lengths[] = {0, 1, 5, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 191, 200, 255, 256, 257, 300, 384, 511, 512, 513, 640, LONGEST};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        rows(lengths[i]);
        blocks(lengths[i]);
        fours(lengths[i] / 4);
        more(lengths[i]);
        for (int ahead = 0; ahead <= 3 * T; ahead += T)
            chase(lengths[i], ahead);
    }
    puts("done");
    return 0;
}
