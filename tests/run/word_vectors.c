#include <ptx2c.h>
#include <stdio.h>

extern const ptx2c_module word_vectors;
enum { N = 1000 };

static void launch(const char *kernel, void **args)
{
    ptx2c_dim3 grid = {8, 1, 1}, block = {128, 1, 1};
    int status = ptx2c_launch(ptx2c_find_kernel(&word_vectors, kernel), grid, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    static _Alignas(4) uint8_t in[4 * N], out[4 * N], two[2 * N], was[2 * N];
    static _Alignas(4) uint8_t halves[4 * N], pairs[4 * N];
    uint32_t n = N, wrong = 0;
    for (uint32_t i = 0; i < 4 * N; i++) {
        in[i] = (uint8_t)(i * 37 + i / 256);
        halves[i] = (uint8_t)(i * 91 + i / 7);
        out[i] = pairs[i] = 9;
    }
    for (uint32_t i = 0; i < 2 * N; i++)
        two[i] = was[i] = (uint8_t)(i * 59 + i / 100);
    uint8_t *to = out, *from = in, *bytes = two, *words = halves, *result = pairs;
    launch("bytes", (void *[]){&to, &from, &n});
    launch("pairs", (void *[]){&result, &bytes, &words, &n});
    for (uint32_t i = 0; i < N; i++) {
        const uint8_t *a = in + 4 * (7 * i % N), *b = out + 4 * i, *w = was + 2 * i, *h = halves + 4 * i, *p = pairs + 4 * i;
        const uint32_t sum = h[2] + 256u * h[3] + w[0], most = w[0] > w[1] ? w[0] : w[1];
        wrong += i % 3 ? b[0] != a[3] || b[1] != a[0] || b[2] != (uint8_t)(a[0] + a[1]) || b[3] != 44
                       : b[0] != 9 || b[1] != 9 || b[2] != 9 || b[3] != 9;
        wrong += two[2 * i] != w[1] || two[2 * i + 1] != w[0];
        wrong += p[0] != most || p[1] != 0 || p[2] != (uint8_t)sum || p[3] != (uint8_t)(sum >> 8);
    }
    printf("wrong: %u\n", wrong);
    return 0;
}
