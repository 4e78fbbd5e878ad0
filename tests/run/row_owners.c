/* Rows of shared memory that threads have, against the same on the host, where a warp's lanes go in step. */
#include "host.h"

extern const ptx2c_module row_owners;

enum { MOST = 5000 };
static int data[MOST], want[MOST], old[64];
static int wrong;

static void launch(const char *kernel, uint32_t blocks, uint32_t threads, int n, int w, size_t bytes)
{
    void *a = data, *args[] = {&a, &n, &w};
    const int status = ptx2c_launch(ptx2c_find_kernel(&row_owners, kernel), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, bytes, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    for (int i = 0; i < MOST; i++)
        if (data[i] != want[i] && wrong++ < 10)
            printf("%s, n %d, w %d: %d is %d, not %d\n", kernel, n, w, i, data[i], want[i]);
}

static void fill(void)
{
    for (int i = 0; i < MOST; i++)
        want[i] = data[i] = i * 7919 % 13 - 6;
}

static void eliminate(int n, int w)
{
    fill();
    for (int b = 0; b < 2; b++) {
        int *a = want + b * n * w;
        for (int p = 0; p < n; p++)
            for (int t = p + 1; t < n; t++) {
                const unsigned f = (unsigned)a[t * w + p];
                for (int j = p; j < w; j++)
                    a[t * w + j] = (int)((unsigned)a[t * w + j] - f * (unsigned)a[p * w + j]);
            }
    }
    launch("eliminate", 2, n > 32 ? 64 : 32, n, w, (size_t)(n * w) * sizeof(int));
}

static void substitute(int n)
{
    fill();
    for (int b = 0; b < 2; b++)
        for (int p = n - 1; p >= 0; p--) {
            unsigned(*a)[33] = (unsigned(*)[33])(void *)(want + b * n * 33);
            for (int t = 0; t < p; t++)
                for (int k = 0; k < 2; k++)
                    a[t][32 - k] += a[t][p] * a[p][32 - k];
            for (int t = p + 1; t < n; t++)
                for (int j = 0; j < p; j++)
                    a[t][p] += a[t][j] * a[j][p];
        }
    launch("substitute", 2, 64, n, 33, 0);
}

/* Lanes from first to end - 1 do word j of their rows together: old are the words that they read. */
static void in_step(const char *kernel, int n, int w, int p, int first, int end)
{
    unsigned *a = (unsigned *)want;
    for (int j = 0; j < n; j++) {
        for (int t = first; t < end; t++)
            old[t] = want[kernel[0] == 'w' ? p * w + j : kernel[0] == 'f' ? (t - 1) * w + j : t * w + j + 1];
        for (int t = first; t < end; t++)
            a[t * w + j] = kernel[0] == 'w' ? a[t * w + j] + (unsigned)old[t]
                         : kernel[0] == 'f' ? a[t * w + j] + 3 * (unsigned)old[t] : 5 * (unsigned)old[t] + (unsigned)j;
    }
}

int main(void)
{
    for (int n = 1; n < 34; n += n < 6 ? 1 : 4) {
        eliminate(n, n + 1);
        eliminate(n, 2 * n);
        substitute(n < 32 ? n : 32);
        fill();
        for (int p = 0; p < n; p++)
            in_step("with_itself", n, 37, p, p, 32);
        launch("with_itself", 1, 32, n, 37, 0);
        fill();
        in_step("from_before", n, 35, 0, 1, 32);
        launch("from_before", 1, 32, n, 35, 0);
        fill();
        in_step("across", n, n, 0, 0, 31);
        launch("across", 1, 32, n, n, 0);
    }
    printf("as on the host\n");
    return wrong > 0;
}
