/* Loops whose rounds depend on threads' numbers, against the same on the host. */
#include "host.h"

extern const ptx2c_module one_round;

enum { ALL = 2048 };
static int in[ALL], out[ALL], wrong;

static void launch(const char *kernel, ptx2c_dim3 grid, ptx2c_dim3 block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&one_round, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

static void check(const char *kernel, int i, int should)
{
    if (out[i] != should && wrong++ < 10)
        printf("%s: %d is %d, not %d\n", kernel, i, out[i], should);
}

static void test_tile(const char *kernel, int n, uint32_t threads)
{
    const int *a = in;
    int *b = out;
    memset(out, 0, sizeof out);
    launch(kernel, (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){threads, 1, 1}, (void *[]){&a, &b});
    for (int i = 0; i < n; i++)
        check(kernel, i, (in[n - 1 - i] * 3 + n - 1 - i) ^ i);
    check(kernel, n, 0);
}

static void test_others(ptx2c_dim3 grid, ptx2c_dim3 block, int from)
{
    const int *a = in;
    int *b = out;
    launch("others", grid, block, (void *[]){&a, &b, &from});
    for (int t = 0; t < (int)(grid.x * block.x * block.y); t++) {
        const int x = t % (int)block.x, y = t / (int)block.x % (int)block.y, z = t / (int)(block.x * block.y);
        uint32_t sum = 0;
        for (int i = 1100 - x; i > 0; i -= 1024)
            sum = sum * 5 + (uint32_t)in[i];
        for (int r = y; r < 8; r += 8)
            for (int c = x; c < 40; c += 64)
                sum = sum * 7 + (uint32_t)in[r * 40 + c];
        for (int i = from + x; i < 300; i += 4096)
            sum += (uint32_t)in[i < 0 ? 0 : i];
        sum ^= (uint32_t)((x - 2000 > -1500 ? x - 2000 : -1500) + z + (y < 5 ? y : 5));
        check("others", t, (int)sum);
    }
}

int main(void)
{
    for (int i = 0; i < ALL; i++)
        in[i] = (int)((uint32_t)i * 2654435761u >> 5);
    for (uint32_t threads = 128; threads <= 1024; threads += 128) {
        test_tile("less", 100, threads);
        test_tile("same", 128, threads);
    }
    test_tile("bounded", 300, 128);
    for (uint32_t threads = 64; threads <= 1024; threads += 96) {
        test_tile("more", 777, threads);
        test_tile("few", 200, threads);
    }
    static const int from[] = {0, 299, 300, -5000, -9000, 250};
    for (int i = 0; i < 6; i++) {
        test_others((ptx2c_dim3){2, 1, 1}, (ptx2c_dim3){1024, 1, 1}, from[i]);
        test_others((ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){33, 10, 1}, from[i]);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
