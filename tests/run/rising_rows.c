#include <ptx2c.h>
#include <stdio.h>
#include <string.h>

extern const ptx2c_module rising_rows;
enum { MOST = 1024, BLOCKS = 2 };
static float in[BLOCKS * MOST], out[BLOCKS];
static int marks[BLOCKS * MOST], want[MOST];

static void launch(const char *kernel, ptx2c_dim3 block, void **args)
{
    int status = ptx2c_launch(ptx2c_find_kernel(&rising_rows, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, block, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    static const ptx2c_dim3 blocks[] = {{16, 16, 1}, {32, 8, 1}, {64, 4, 1}, {8, 32, 1}, {4, 64, 1}, {512, 1, 1}, {256, 1, 1}, {1024, 1, 1},
                                        {16, 8, 2}, {32, 4, 4}, {64, 1, 4}, {2, 2, 2}};
    int wrong = 0;
    for (int i = 0; i < BLOCKS * MOST; i++)
        in[i] = (float)(i % 7);
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        const ptx2c_dim3 b = blocks[k];
        const int n = (int)(b.x * b.y * b.z), plane = (int)(b.x * b.y), firsts = plane < 3 ? plane : 3;
        memset(out, 0, sizeof out);
        launch("sums", b, (void *[]){&(float *){in}, &(float *){out}});
        for (int j = 0; j < BLOCKS; j++) {
            float sum = 0, all = 0;
            for (int i = 0; i < n; i++)
                sum += in[j * n + i];
            for (uint32_t z = 0; z < b.z; z++)
                for (int f = 0; f < firsts; f++)
                    all += sum + (float)f;
            wrong += out[j] != all;
        }
        if (b.z > 1)
            continue;
        memset(want, 0, sizeof want);
        for (uint32_t y = 0; y < b.y; y++)
            for (uint32_t x = 0; x < b.x; x++) {
                want[8 * y + x < 40 ? 8 * y + x : 0] += 8 * y + x < 40;
                want[0] += 8 * y + x == 24 ? 1000 : 0;
            }
        launch("overlapping", b, (void *[]){&(int *){marks}});
        for (int i = 0; i < BLOCKS * n; i++)
            wrong += marks[i] != want[i % n];
    }
    printf("wrong: %d\n", wrong);
    return 0;
}
