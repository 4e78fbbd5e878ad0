#include "host.h"

extern const ptx2c_module paddings;

enum { MOST = 1500, WIDTH = 77, HEIGHT = 19 };

static float in[MOST], out[MOST + 1];

static int mirrored(int p, int n, int twice) /* the element at the edge twice, or once */
{
    p = p < 0 ? -p - twice : p;
    return p >= n ? 2 * n - 2 + twice - p : p;
}

static int lines(int n, int reach)
{
    void *pin = in, *pout = out;
    int bad = run(&paddings, "symmetric", ((unsigned)n + 127) / 128, 128, (void *[]){&pin, &pout, &n, &reach});
    for (int x = 0; x < n; x++) {
        float sum = 0; /* whole numbers: exact */
        for (int k = -reach; k <= reach; k++)
            sum += in[mirrored(x + k, n, 1)] * (float)(reach + 1 - abs(k));
        bad += out[x] != sum;
    }
    bad += run(&paddings, "reflected", ((unsigned)n + 63) / 64, 64, (void *[]){&pin, &pout, &n});
    for (int x = 0; x < n; x++) {
        float sum = 0;
        for (int k = -3; k <= 3; k++)
            sum += in[mirrored(x + k, n, 0)] * (float)(4 + k);
        bad += out[x] != sum;
    }
    return bad;
}

static int planes(void)
{
    void *pin = in, *pout = out;
    int width = WIDTH, height = HEIGHT;
    int bad = ptx2c_launch(ptx2c_find_kernel(&paddings, "planes"), (ptx2c_dim3){(WIDTH + 31) / 32, (HEIGHT + 3) / 4, 1}, (ptx2c_dim3){32, 4, 1}, 0,
                           (void *[]){&pin, &pout, &width, &height});
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += in[mirrored(y + k, HEIGHT, 1) * WIDTH + x] - 2 * in[y * WIDTH + mirrored(x - k, WIDTH, 1)];
            bad += out[y * WIDTH + x] != sum;
        }
    return bad;
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (float)(i * 37 % 101);
    int bad = planes();
    for (int n = 5; n <= MOST; n = n * 3 / 2) /* smaller than a chunk, and larger than many */
        bad += lines(n, 4) + lines(n, 2);
    printf("%d wrong\n", bad);
    return bad != 0;
}
