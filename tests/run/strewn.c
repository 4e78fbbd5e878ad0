/* What few or many lanes of a warp take and put at places of their own. */
#include "host.h"

extern const ptx2c_module strewn;

enum { BLOCK = 64, N = 256 };
static uint32_t in[N], out[N], seen[N], of_out[N];
static float reals[N], moved[N];
static uint8_t bytes[N];

static int launch(const char *kernel, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&strewn, kernel), (ptx2c_dim3){N / BLOCK, 1, 1}, (ptx2c_dim3){BLOCK, 1, 1}, 0, args);
}

static int filter(uint32_t below, int n)
{
    void *a = in, *b = out, *c = &(int){0};
    int *count = c, wrong = launch("filtered", (void *[]){&a, &b, &c, &below, &n}), many = 0;
    memset(seen, 0, sizeof seen); /* in any order: each number as often as in the input */
    memset(of_out, 0, sizeof of_out);
    for (int i = 0; i < n; i++) {
        many += in[i] < below;
        seen[in[i] % N] += in[i] < below;
    }
    for (int i = 0; i < *count && i < N; i++)
        of_out[out[i] % N]++;
    return wrong + (*count != many) + (memcmp(seen, of_out, sizeof seen) != 0);
}

int main(void)
{
    static const uint32_t limits[] = {0, 1, 3, 7, 40, 64};
    static uint32_t table[N];
    int wrong[4] = {0};
    for (uint32_t i = 0; i < N; i++) {
        in[i] = i * 37 % 64;
        reals[i] = (float)(i * 29 % 61);
        table[i] = i * i;
    }
    for (int k = 0; k < 6; k++) {
        uint32_t below = limits[k], times = 3;
        void *from = in, *to = out, *to_bytes = bytes, *a = reals, *b = moved, *t = table;
        wrong[0] += filter(below, N) + filter(below, N - 45);

        memset(moved, 0, sizeof moved);
        wrong[1] += launch("moved", (void *[]){&a, &b, &times, &below});
        memset(bytes, 0, sizeof bytes);
        wrong[2] += launch("bytes", (void *[]){&from, &to_bytes, &below});
        memset(out, 0, sizeof out);
        wrong[3] += launch("sought", (void *[]){&from, &t, &to, &below});
        for (uint32_t i = 0; i < N; i++) {
            wrong[1] += moved[i * 3 % N] != ((uint32_t)reals[i] < below ? reals[i ^ 1] : 0);
            wrong[2] += bytes[i * 5 % N] != (in[i] < below ? in[i ^ 2] : 0);
            wrong[3] += out[i * 7 % N] != (in[i] < below ? table[in[i ^ 4]] : 0);
        }
    }
    printf("filtered: %d wrong, moved: %d wrong, bytes: %d wrong, sought: %d wrong\n", wrong[0], wrong[1], wrong[2], wrong[3]);
    return 0;
}
