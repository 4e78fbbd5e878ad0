/* The members of a structure that a kernel takes by value. */
#include "host.h"

#include <math.h>

extern const ptx2c_module members;

enum { N = 300 };

typedef struct Law {
    double slope;
    int kind, n;
    const float *in;
    float table[5];
} Law;

int main(void)
{
    static float in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (float)((i * 37) % 101 - 40);
    for (int kind = 0; kind < 4; kind++) {
        Law law = {.slope = 1.5, .kind = kind, .n = N - kind * 30, .in = in, .table = {1, 2, 4, 8, 16}};
        float *to = out;
        for (int i = 0; i < N; i++)
            out[i] = -1;
        if (ptx2c_launch(ptx2c_find_kernel(&members, "apply"), (ptx2c_dim3){3, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0, (void *[]){&law, &to}))
            puts("not launched");
        for (int i = 0; i < N; i++) {
            const float x = kind == 1 ? in[i] * 1.5f : kind == 2 && in[i] > 0 ? sqrtf(in[i]) : in[i];
            if (out[i] != (i < law.n ? x + law.table[i % 5] : -1))
                printf("kind %d, %d: %g\n", kind, i, out[i]);
        }
    }
    puts("compared");
}
