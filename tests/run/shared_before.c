/* Addresses of shared memory that are computed in 64 bits. */
#include "host.h"

extern const ptx2c_module shared_before;

enum { THREADS = 128, BLOCKS = 3, N = THREADS * BLOCKS };

static uint32_t keys[N];

static int launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void **args)
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&shared_before, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
    return status != 0;
}

static int heads(void)
{
    static uint32_t after[N];
    uint64_t pkeys = (uintptr_t)keys, pafter = (uintptr_t)after;
    int wrong = launch("heads", (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, (void *[]){&pkeys, &pafter});
    for (uint32_t i = 0, start = 0; i < N; i++) {
        if (i % THREADS == 0 || keys[i] >> 2 != keys[i - 1] >> 2)
            start = i;
        wrong += after[i] != i - start;
    }
    return wrong;
}

static int table(void)
{
    enum { WIDTH = 37, HEIGHT = 11 };
    static int32_t in[THREADS], out[WIDTH * HEIGHT];
    uint64_t pin = (uintptr_t)in, pout = (uintptr_t)out;
    int width = WIDTH, height = HEIGHT, wrong = 0;
    for (int i = 0; i < THREADS; i++)
        in[i] = i * 29 % 31 - 9;
    for (int size = 0; size <= THREADS; size += 8) {
        wrong += launch("table", (ptx2c_dim3){3, 3, 1}, (ptx2c_dim3){16, 4, 1}, (void *[]){&pin, &pout, &size, &width, &height});
        for (int at = 0; at < WIDTH * HEIGHT; at++) {
            uint32_t sum = (uint32_t)(at % WIDTH - at / WIDTH);
            for (int i = 0; i < size; i++)
                sum = sum * 3 + (uint32_t)(in[i] * (i / 3) + i % 5);
            wrong += out[at] != (int32_t)sum;
        }
    }
    return wrong;
}

static int two(void)
{
    static int32_t weight[THREADS], out[N];
    uint64_t pin = (uintptr_t)keys, pweight = (uintptr_t)weight, pout = (uintptr_t)out;
    int n = N - 5, wrong;
    for (int i = 0; i < THREADS; i++)
        weight[i] = 3 - i % 7;
    wrong = launch("two", (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){THREADS, 1, 1}, (void *[]){&pin, &pweight, &pout, &n});
    for (int i = 0; i < n; i++) {
        const uint32_t t = (uint32_t)i % THREADS, *own = keys + (uint32_t)i - t, to = (keys[i] * 5 + t) % THREADS;
        wrong += out[i] != ((int32_t)own[to] - 5) * weight[to] + (int32_t)own[THREADS - 1 - t] - 5;
    }
    return wrong + (out[n] != 0);
}

int main(void)
{
    for (uint32_t i = 0; i < N; i++)
        keys[i] = i % THREADS * 7 / 16;
    const int of_heads = heads(), of_table = table(), of_two = two();
    printf("%d wrong heads, %d wrong of tables, %d of two\n", of_heads, of_table, of_two);
    return 0;
}
