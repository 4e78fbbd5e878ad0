#include "host.h"

extern const ptx2c_module warp_rows;

enum { MOST = 3 * 1536 };
static uint32_t in[MOST], out[MOST], want[MOST];

static uint32_t twelve(uint32_t blocks, int32_t n)
{
    uint32_t *pi = in, *po = out;
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    for (uint32_t first = 0; first < blocks * 1536; first += 384) {
        uint32_t last = 7;
        for (uint32_t i = first; i < first + 384; i += 12) {
            uint32_t sum = 0, row[12];
            for (uint32_t k = 0; k < 12; k++)
                row[k] = sum += (int32_t)(i + k) < n ? in[i + k] : 0;
            row[11] = last;
            last = sum;
            for (uint32_t k = 0; k < 12; k++)
                if ((int32_t)(i + k) < n)
                    want[i + k] = row[k];
        }
    }
    return run(&warp_rows, "rows_of_twelve", blocks, 128, (void *[]){&pi, &po, &n}) || memcmp(out, want, sizeof out) != 0;
}

static uint32_t left(int32_t from, uint32_t threads)
{
    static float x[64 * 16], y[64 * 4], z[64 * 4];
    float *px = x, *py = y;
    for (int i = 0; i < 64 * 16; i++)
        x[i] = (float)(in[i] % 100);
    memset(y, 0, sizeof y);
    memset(z, 0, sizeof z);
    for (int t = from; t < (int)threads; t++) {
        float row[4][4];
        for (int k = 0; k < 16; k++)
            row[k / 4][k % 4] = x[t * 16 + k % 4 * 4 + k / 4];
        const int other = t % 32 == 31 ? t : t + 1;
        row[2][0] = x[other * 16 + 9], row[2][1] = 1, row[2][2] = row[1][3], row[2][3] = (float)t;
        for (int k = 0; k < 4; k++)
            z[t * 4 + k] = row[k][0] + 2 * row[k][1] + 4 * row[k][2] + 8 * row[k][3];
    }
    return run(&warp_rows, "some_left", 1, threads, (void *[]){&px, &py, &from}) || memcmp(y, z, sizeof y) != 0;
}

static uint32_t near_by(int32_t odd)
{
    uint32_t *pi = in, *po = out, sum[2] = {0, 0}, f[64][8];
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    for (uint32_t t = 0; t < 64; t++)
        sum[t / 32] += in[t * 4 + 1];
    for (uint32_t t = 0; t < 64; t++) {
        for (uint32_t k = 0; k < 4; k++)
            f[t][k] = in[t * 4 + ((int32_t)(t & 1) == odd ? k : 3 - k)];
        f[t][4] = t, f[t][5] = in[t * 4], f[t][6] = 3, f[t][7] = sum[t / 32];
    }
    for (uint32_t t = 0; t < 64; t++) {
        want[t * 8] = f[t ^ 1][0] + f[t ^ 1][7];
        for (uint32_t k = 1; k < 8; k++)
            want[t * 8 + k] = f[t ^ 1][k] + (k == 5 ? in[t * 4] : 0);
    }
    return run(&warp_rows, "near", 1, 64, (void *[]){&pi, &po, &odd}) || memcmp(out, want, sizeof out) != 0;
}

int main(void)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < MOST; i++)
        in[i] = i * 2654435761u >> 11;
    for (int32_t n = 0; n <= MOST; n += 331)
        bad += twelve(3, n) + twelve(1, n);
    for (int32_t from = 1; from < 40; from += 6)
        bad += left(from, 64) + left(from, 32);
    bad += near_by(0) + near_by(1);
    puts(bad ? "not as on the host" : "as on the host");
    return bad != 0;
}
