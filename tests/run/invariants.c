#include "host.h"

extern const ptx2c_module invariants;

enum { MOST = 5000 };
static float in[MOST], out[MOST], want[MOST], from[1024];

static int start(const char *name, uint32_t blocks, uint32_t threads, void **args)
{
    return ptx2c_launch(ptx2c_find_kernel(&invariants, name), (ptx2c_dim3){blocks, 1, 1}, (ptx2c_dim3){threads, 1, 1}, 0, args);
}

static int differs(int bad) { return bad || memcmp(out, want, sizeof out) != 0; }

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        in[i] = (float)(i * 7 % 33) - 9;
        out[i] = want[i] = (float)(i % 10) + 1;
    }
}

int main(void)
{
    static const uint32_t sizes[] = {0, 1, 31, 64, 100, 255, 1000, 2049, MOST};
    static const uint32_t shapes[][2] = {{1, 64}, {3, 100}, {4, 32}, {2, 37}, {16, 256}};
    int wrong[4] = {0};
    for (int i = 0; i < 1024; i++)
        from[i] = (float)(i % 13) - 5;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t j = 0; j < sizeof shapes / sizeof *shapes; j++) {
            const uint32_t blocks = shapes[j][0], threads = shapes[j][1], stride = blocks * threads;
            uint32_t n = sizes[k];
            float *p = out, *a = in, *b = from, *last = in;
            static float *table[MOST];
            float **all = table;
            if (threads >= 32) {
                fill();
                for (uint32_t i = 0; i < n; i++)
                    want[i] = in[i] * from[5] + from[7];
                wrong[0] += differs(start("constants", blocks, threads, (void *[]){&a, &p, &b, &n}));
                fill();
                for (uint32_t i = 0; i < n; i++)
                    want[i] = in[i] * from[i % stride & 15] + from[7] * in[i % stride] + from[0];
                wrong[1] += differs(start("lanes_own", blocks, threads, (void *[]){&a, &p, &b, &n}));
            }
            fill();
            for (uint32_t i = 0; i < n; i++) {
                all[i] = last;
                want[i] += in[3] * 2 + in[i];
            }
            wrong[2] += differs(start("nowhere", blocks, threads, (void *[]){&all, &p, &n}));
            fill();
            for (uint32_t i = n; i-- > 0;)
                want[i] = want[i] * 3 - want[i % stride];
            wrong[3] += differs(start("beside", blocks, threads, (void *[]){&p, &n}));
        }
    printf("constants: %d\nlanes_own: %d\nnowhere: %d\nbeside: %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
    return 0;
}
