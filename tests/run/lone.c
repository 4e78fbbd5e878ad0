/* The same on the host, one thread after the other. */
#include "host.h"
#include <math.h>
#include <string.h>

extern const ptx2c_module lone;

enum { N = 4, COUNT = 333, ROWS = 9, K = 3, WIDTH = 6, ROUNDS = 5 };
static float matrices[N * N * COUNT], right[N * COUNT], out[N * COUNT], x[COUNT];
static int rows[COUNT * WIDTH], sums[COUNT];

static void solve(int t, float b[N])
{
    volatile float product; /* rounded, and no part of a fused one */
    float a[N][N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = matrices[(i * N + j) * COUNT + t];
        b[i] = right[i * COUNT + t];
    }
    for (int k = 0; k < N; k++) {
        int p = k;
        for (int i = k + 1; i < N; i++)
            if (fabsf(a[i][k]) > fabsf(a[p][k]))
                p = i;
        for (int j = k; j < N && p != k; j++) {
            const float swapped = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = swapped;
        }
        const float swapped = b[k];
        b[k] = b[p];
        b[p] = swapped;
        for (int i = k + 1; i < N; i++) {
            const float f = a[i][k] / a[k][k];
            for (int j = k + 1; j < N; j++) {
                product = f * a[k][j];
                a[i][j] -= product;
            }
            product = f * b[k];
            b[i] -= product;
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++) {
            product = a[i][j] * b[j];
            b[i] -= product;
        }
        b[i] /= a[i][i];
    }
}

static float ranked(int c)
{
    for (int i = 0; i < ROWS; i++) {
        int less = 0, same = 0;
        for (int j = 0; j < ROWS; j++) {
            less += matrices[j * COUNT + c] < matrices[i * COUNT + c];
            same += matrices[j * COUNT + c] == matrices[i * COUNT + c];
        }
        if (less <= K && K < less + same)
            return matrices[i * COUNT + c];
    }
    return -1;
}

int main(void)
{
    int count = COUNT, height = ROWS, k = K, width = WIDTH, rounds = ROUNDS, bad = 0, status = 0;
    for (int i = 0; i < N * N * COUNT; i++)
        matrices[i] = (float)(i * 7919 % 1009 % 40) - 19.5f;
    for (int i = 0; i < N * COUNT; i++)
        right[i] = (float)(i * 31 % 17);
    for (int i = 0; i < COUNT * WIDTH; i++)
        rows[i] = i * 37 % 101;
    const float *a = matrices, *b = right;
    const int *from = rows;
    float *c = out, *d = x;
    int *to = sums;
    status |= run(&lone, "solve", (COUNT + 63) / 64, 64, (void *[]){&a, &b, &c, &count});
    for (int t = 0; t < COUNT; t++) {
        float expect[N];
        solve(t, expect);
        for (int i = 0; i < N; i++)
            bad += memcmp(&expect[i], &out[i * COUNT + t], sizeof *expect) != 0 && expect[i] == expect[i];
    }
    status |= ptx2c_launch(ptx2c_find_kernel(&lone, "rank"), (ptx2c_dim3){2, 3, 1}, (ptx2c_dim3){20, 3, 1}, 0, (void *[]){&a, &d, &height, &count, &k});
    for (int t = 0; t < COUNT; t++)
        bad += x[t] != ranked(t);
    for (int t = 0; t < COUNT; t++)
        x[t] = (float)t;
    status |= run(&lone, "polynomial", (COUNT + 63) / 64, 64, (void *[]){&d, &rounds, &count});
    status |= run(&lone, "walk", (COUNT + 63) / 64, 64, (void *[]){&from, &to, &width, &count});
    for (int t = 0; t < COUNT; t++) {
        float v = (float)t;
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++)
            v = v * 0.5f + 1; /* exact */
        for (int i = 0; i < WIDTH; i++)
            sum = sum * 3 + rows[t * WIDTH + i];
        bad += v != x[t];
        bad += sum != sums[t];
    }
    printf("%d wrong, status %d\n", bad, status);
    return 0;
}
