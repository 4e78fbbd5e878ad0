#include "host.h"

extern const ptx2c_module every_second;

enum { W = 75, H = 6, MOST = 1024 };

static void relax(int colour, int from)
{
    static int u[W * H], want[W * H], f[W * H];
    int *at = u, *add = f, w = W, h = H;
    for (int i = 0; i < W * H; i++) {
        u[i] = want[i] = i * 31 % 17;
        f[i] = i % 5;
    }
    const int status = ptx2c_launch(ptx2c_find_kernel(&every_second, "relax"), (ptx2c_dim3){3, H - 2, 1}, (ptx2c_dim3){32, 1, 1}, 0,
                                    (void *[]){&at, &add, &w, &h, &colour, &from});
    if (status)
        printf("relax: %s\n", ptx2c_strerror(status));
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            const int i = y * W + x;
            if ((x + y + from) % 2 == colour)
                want[i] = 3 * want[i] + want[i - 1] - want[i + 1] + 5 * want[i - W] + f[i];
        }
    for (int i = 0; i < W * H; i++)
        if (u[i] != want[i])
            printf("relax: colour %d from %d: u[%d][%d] is %d, not %d\n", colour, from, i / W, i % W, u[i], want[i]);
}

static void fourth(int threads, int rest, int from)
{
    static int u[MOST], want[MOST], s[MOST];
    int *at = u, n = 7;
    for (int i = 0; i < 3 * threads; i++)
        u[i] = i * 13 % 29;
    for (int b = 0; b < 3; b++) {
        s[0] = s[threads + 1] = n;
        for (int t = 0; t < threads; t++)
            s[t + 1] = u[b * threads + t];
        for (int t = 0; t < threads; t++)
            if ((t + from) % 4 == rest)
                s[t + 1] = s[t] - 2 * s[t + 1] + s[t + 2];
        for (int t = 0; t < threads; t++)
            want[b * threads + t] = s[t + 1];
    }
    run(&every_second, "fourth", 3, (uint32_t)threads, (void *[]){&at, &n, &rest, &from});
    for (int i = 0; i < 3 * threads; i++)
        if (u[i] != want[i])
            printf("fourth: %d threads, rest %d from %d: %d is %d, not %d\n", threads, rest, from, i, u[i], want[i]);
}

int main(void)
{
    for (int colour = -2; colour <= 2; colour++)
        for (int from = -40; from <= 2; from += 7)
            relax(colour, from);
    const int threads[] = {1, 5, 32, 33, 64, 127, 128};
    for (int i = 0; i < 7; i++)
        for (int rest = -4; rest <= 4; rest++)
            for (int from = -70; from <= 6; from += 19)
                fourth(threads[i], rest, from);
    puts("done");
    return 0;
}
