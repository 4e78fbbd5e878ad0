/* Loops with collectives that the lanes of a warp leave in different rounds, beside the same without warps. */
#include "host.h"

extern const ptx2c_module warp_loops;

enum { N = 3000 };
static int in[N + 1], row[N], out[N], want[N], count, *pin = in, *prow = row, *pout = out, *pcount = &count, n, each;

static void launch(const char *kernel, uint32_t grid, ptx2c_dim3 block, void **args)
{
    memset(out, 0, sizeof out);
    memset(want, 0, sizeof want);
    count = 0;
    if (ptx2c_launch(ptx2c_find_kernel(&warp_loops, kernel), (ptx2c_dim3){grid, 1, 1}, block, 0, args))
        printf("%s: not launched\n", kernel);
}

static int differ(const char *kernel, uint32_t grid, ptx2c_dim3 block)
{
    const int wrong = memcmp(out, want, sizeof out) != 0;
    if (wrong)
        printf("%s of %d, %u blocks of %u x %u: wrong\n", kernel, n, (unsigned)grid, (unsigned)block.x, (unsigned)block.y);
    return wrong;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int keep(uint32_t grid, ptx2c_dim3 block)
{
    launch("keep", grid, block, (void *[]){&n, &pin, &pout, &pcount});
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (in[i] % 3 == 0)
            want[kept++] = in[i];
    qsort(out, (size_t)kept, sizeof *out, compare);
    qsort(want, (size_t)kept, sizeof *want, compare);
    return differ("keep", grid, block) | (count != kept);
}

static int swap(uint32_t grid, ptx2c_dim3 block)
{
    const int all = (int)(grid * block.x);
    launch("swap", grid, block, (void *[]){&n, &pin, &pout, &pcount});
    int rounds = 0;
    for (int t = 0; t < all; t++)
        for (int i = t; i < n && in[i] != 77; i += all) {
            rounds++;
            const int other = (t ^ 1) - t + i;
            bool gone = false; /* the other lane left before */
            for (int k = (t ^ 1); k < other && k < n; k += all)
                gone |= in[k] == 77;
            if (in[i] % 5 != 0)
                want[i] = gone ? out[i] : other < n ? in[other] : -1;
        }
    return differ("swap", grid, block) | (count != rounds);
}

static int runs(uint32_t grid, ptx2c_dim3 block)
{
    each = (n + (int)(grid * block.x / 32) - 1) / (int)(grid * block.x / 32);
    launch("runs", grid, block, (void *[]){&n, &each, &prow, &pin, &pout});
    for (int i = 0; i < n; i++)
        want[row[i]] += in[i];
    return differ("runs", grid, block);
}

static int rounds(uint32_t grid, ptx2c_dim3 block)
{
    const int all = (int)(grid * block.x);
    launch("rounds", grid, block, (void *[]){&n, &pin, &pout});
    for (int t = 0; t < all; t++)
        for (int i = t, sum = 0; i < n; i += 7 * all) {
            for (int k = in[i] & 7; k < 10; k += 2)
                sum += k + (k == 9 ? 100 : 0);
            if (sum > 400)
                break;
            want[t] = sum;
        }
    return differ("rounds", grid, block);
}

static int guarded(uint32_t grid, ptx2c_dim3 block)
{
    const int all = (int)(grid * block.x);
    launch("guarded", grid, block, (void *[]){&n, &pin, &pout, &pcount});
    int kept = 0;
    for (int i = 0; i < n && i < all; i++)
        if (in[i] > 300 || in[i + 1] % 7 == 2) {
            kept++;
            if (in[i] % 2 || in[i + 1] < 200)
                want[i] = in[i];
        }
    return differ("guarded", grid, block) | (count != kept);
}

static int ends(uint32_t grid, ptx2c_dim3 block)
{
    const int all = (int)(grid * block.x);
    launch("ends", grid, block, (void *[]){&n, &pin, &pout, &pcount});
    int met = 0;
    for (int t = 0; t < all; t++) {
        int sum = in[t], i = 0;
        for (; i < n % 13; i++) {
            if (sum % 3) {
                met++;
                sum = sum / 2 - 1;
                if (sum < 0)
                    break;
            }
            sum = sum * 3 + i;
        }
        if (i == n % 13)
            want[t] = sum;
    }
    return differ("ends", grid, block) | (count != met);
}

int main(void)
{
    static const uint32_t blocks[] = {32, 64, 96, 256};
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        in[i] = i * 7919 % 1000;
        row[i] = i / 7 + i / 100;
    }
    for (n = 1; n <= N; n = n * 5 + 3)
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
            for (uint32_t grid = 1; grid < 4; grid += 2) {
                const ptx2c_dim3 block = {blocks[k], 1, 1};
                wrong += keep(grid, block) + swap(grid, block) + runs(grid, block) + rounds(grid, block) + guarded(grid, block) +
                         ends(grid, block);
            }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
