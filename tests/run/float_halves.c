/* The lower halves of numbers that are made of the bits of doubles. */
#include "host.h"

extern const ptx2c_module float_halves;

enum { N = 64 };

int main(void)
{
    static double in[N];
    static uint64_t out[2 * N];
    uint64_t pin = (uintptr_t)in;
    uint64_t pout = (uintptr_t)out;
    int wrong = 0;
    void *args[] = {&pin, &pout};
    for (int i = 0; i < N; i++)
        in[i] = (i - 20) / 7.0;
    const int status = ptx2c_launch(ptx2c_find_kernel(&float_halves, "halves"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){N, 1, 1}, 0, args);
    for (int i = 0; i < N; i++) {
        uint64_t bits;
        uint32_t half;
        memcpy(&bits, &in[i], sizeof bits);
        memcpy(&half, &out[2 * i], sizeof half);
        const uint64_t more = bits + 5;
        wrong += half != (uint32_t)more + (uint32_t)((bits & more) ^ 77);
        wrong += out[2 * i + 1] != (uint64_t)((int64_t)(int32_t)(uint32_t)bits * 4) + (uint32_t)more;
    }
    printf("%s, %d wrong\n", ptx2c_strerror(status), wrong);
    return status || wrong;
}
