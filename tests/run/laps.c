/* The kernels of laps.cu beside the same in C, for many lengths. */
#include "host.h"

extern const ptx2c_module laps;

static void check(const char *what, bool right)
{
    printf("%s %s\n", what, right ? "right" : "WRONG");
}

static void rows(void)
{
    enum { M = 5, MOST = 300 };
    static float a[M * MOST], x[MOST], y[M];
    float *pa = a, *px = x, *py = y;
    bool right = true;
    for (int i = 0; i < M * MOST; i++)
        a[i] = (float)(i * 7 % 16);
    for (int i = 0; i < MOST; i++)
        x[i] = (float)(i * 5 % 8);
    for (int n = 0; n <= MOST; n += n < 140 ? 1 : 23) {
        int m = M;
        memset(y, 0, sizeof y);
        run(&laps, "rows", 2, 96, (void *[]){&pa, &px, &py, &m, &n});
        for (int r = 0; r < M; r++) {
            float want = 0; /* of small whole numbers: in any order */
            for (int j = 0; j < n; j++)
                want += a[r * n + j] * x[j];
            right &= y[r] == want;
        }
    }
    check("rows", right);
}

static void parts(void)
{
    enum { PARTS = 12 };
    static const int begin[PARTS + 1] = {0, 0, 1, 64, 128, 192, 257, 320, 600, 601, 900, 1200, 2000};
    static unsigned char value[2000];
    static unsigned y[PARTS * 64];
    const int *pb = begin;
    unsigned char *pv = value;
    unsigned *py = y;
    bool right = true;
    for (int i = 0; i < 2000; i++)
        value[i] = (unsigned char)(i * 37);
    run(&laps, "parts", PARTS, 64, (void *[]){&pb, &pv, &py});
    for (int b = 0; b < PARTS; b++)
        for (unsigned t = 0; t < 64; t++) {
            unsigned sum = 0, last = 77;
            for (unsigned k = (unsigned)begin[b] + t; k < (unsigned)begin[b + 1]; k += 64)
                sum = sum * 3 + value[k], last = k;
            right &= y[b * 64 + (int)t] == sum * 1000 + last;
        }
    check("parts", right);
}

static void tiles(int wide, int high, int to)
{
    static int x[400], y[512];
    int *px = x, *py = y;
    bool right = true;
    for (int i = 0; i < 400; i++)
        x[i] = i * 1013;
    ptx2c_launch(ptx2c_find_kernel(&laps, "tiles"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){(uint32_t)wide, (uint32_t)high, 1}, 0,
                 (void *[]){&px, &py, &to});
    for (int ty = 0; ty < high; ty++)
        for (int tx = 0; tx < wide; tx++) {
            uint32_t sum = 0;
            int at = 0;
            for (int i = tx; i < 18; i += 16)
                for (int j = ty * 2; j < to; j += 2)
                    sum += (uint32_t)(x[i * 20 + j] ^ at++);
            for (int i = tx; i < 300; i += 128)
                sum = sum * 5 + (uint32_t)x[i];
            right &= (uint32_t)y[ty * wide + tx] == sum;
        }
    check("tiles", right);
}

static void ends(void)
{
    static short x[700];
    static long long y[50];
    short *px = x;
    long long *py = y;
    bool right = true;
    for (int i = 0; i < 700; i++)
        x[i] = (short)(i * 619);
    for (int n = 0; n < 700; n += 13)
        for (int from = 0; from < 100; from += 33) {
            run(&laps, "ends", 1, 50, (void *[]){&px, &py, &n, &from});
            for (int t = 0; t < 50; t++) {
                unsigned long long up = 0, down = 0;
                for (int i = from + t; i < n; i += 32)
                    up += (unsigned long long)((long long)x[i] * i);
                for (int i = n - 1 - t; i >= from; i -= 32)
                    down = down * 7 + (unsigned long long)x[i];
                right &= (unsigned long long)y[t] == (up ^ down << 1);
            }
        }
    check("ends", right);
}

int main(void)
{
    rows();
    parts();
    tiles(16, 16, 20);
    tiles(32, 8, 19);
    tiles(8, 4, 13);
    ends();
    return 0;
}
