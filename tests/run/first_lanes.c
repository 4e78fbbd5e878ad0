/* What a warp's lanes put together by shuffles, of which one lane's is read, or two lanes': beside the same by lanes in order. */
#if defined __clang__ /* else it makes one of a product and a sum, which the kernels do not */
#pragma STDC FP_CONTRACT OFF
#endif
#include "host.h"

extern const ptx2c_module first_lanes;

typedef struct { float value; int at; } Largest;
enum { WARPS = 4, MOST = 200 };
static float in[WARPS * MOST];

static Largest larger(Largest a, Largest b) { return b.value > a.value || (b.value == a.value && b.at < a.at) ? b : a; }

/* A warp's row of n numbers. */
static void by_hand(const float *row, int n, double *sums, Largest *largest, float *means, double both[2], float crossed[32])
{
    double sum[64] = {0}, across[32];
    Largest most[64];
    float mean[64] = {0}, count[64] = {0}, plain[32];
    for (int l = 0; l < 32; l++) {
        most[l] = (Largest){-1e30f, -1};
        for (int i = l; i < n; i += 32) {
            sum[l] += row[i];
            most[l] = larger(most[l], (Largest){row[i], i});
            count[l] += 1;
            mean[l] += (row[i] - mean[l]) / count[l];
        }
        across[l] = sum[l] * 0.5;
        plain[l] = mean[l];
    }
    for (int d = 16; d > 0; d /= 2) {
        double a[32];
        float p[32];
        for (int l = 0; l < 32; l++) {
            a[l] = across[l] + across[l ^ d];
            p[l] = plain[l] * 0.75f - plain[l ^ d];
        }
        memcpy(across, a, sizeof a);
        memcpy(plain, p, sizeof p);
        for (int l = 0; l < d; l++) {
            sum[l] += sum[l + d];
            most[l] = larger(most[l], most[l + d]);
            if (count[l] + count[l + d] > 0) {
                mean[l] += (mean[l + d] - mean[l]) * count[l + d] / (count[l] + count[l + d]);
                count[l] += count[l + d];
            }
        }
    }
    *sums = sum[0];
    *largest = most[0];
    *means = mean[0];
    memcpy(both, across, 2 * sizeof *both);
    memcpy(crossed, plain, sizeof plain);
}

static void compare(int n, uint32_t grid, uint32_t block)
{
    static double sums[2][WARPS], both[2][2 * WARPS];
    static Largest largest[2][WARPS];
    static float means[2][WARPS], crossed[2][32 * WARPS];
    float *pin = in, *pmeans = means[0], *pcrossed = crossed[0];
    double *psums = sums[0], *pboth = both[0];
    Largest *plargest = largest[0];
    const int status = ptx2c_launch(ptx2c_find_kernel(&first_lanes, "first_lanes"), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0,
                                    (void *[]){&pin, &n, &psums, &plargest, &pmeans, &pboth, &pcrossed});
    for (int w = 0; w < WARPS; w++)
        by_hand(in + w * n, n, &sums[1][w], &largest[1][w], &means[1][w], both[1] + 2 * w, crossed[1] + 32 * w);
    printf("%d numbers, %u blocks of %u: %s%s%s%s%s%s\n", n, (unsigned)grid, (unsigned)block, ptx2c_strerror(status),
           memcmp(sums[0], sums[1], sizeof sums[0]) ? ", sums differ" : "", memcmp(largest[0], largest[1], sizeof largest[0]) ? ", largest differ" : "",
           memcmp(means[0], means[1], sizeof means[0]) ? ", means differ" : "", memcmp(both[0], both[1], sizeof both[0]) ? ", both differ" : "",
           memcmp(crossed[0], crossed[1], sizeof crossed[0]) ? ", crossed differ" : "");
}

static void compare_totals(int n, uint32_t grid, uint32_t block)
{
    float out[WARPS] = {0}, want[WARPS], *pin = in, *pout = out;
    const int status = ptx2c_launch(ptx2c_find_kernel(&first_lanes, "totals"), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0,
                                    (void *[]){&pin, &n, &pout});
    for (int w = 0; w < WARPS; w++) {
        float sum[64] = {0};
        for (int i = 0; i < n; i++)
            sum[i % 32] += in[w * n + i];
        for (int d = 16; d > 0; d /= 2)
            for (int l = 0; l < d; l++)
                sum[l] += sum[l + d];
        want[w] = sum[0];
    }
    printf("totals of %d: %s%s\n", n, ptx2c_strerror(status), memcmp(out, want, sizeof out) ? ", they differ" : "");
}

int main(void)
{
    for (int i = 0; i < WARPS * MOST; i++)
        in[i] = (float)(i * 37 % 101) / 7 - 5;
    compare(200, 2, 64);
    compare(77, 4, 32);
    compare(9, 1, 128);
    compare(0, 2, 64);
    compare_totals(200, 2, 64);
    compare_totals(45, 1, 128);
    return 0;
}
