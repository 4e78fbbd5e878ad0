/* A predicate that changes at one lane and is copied under a condition, in a loop that lanes leave one by one. */
#include "host.h"

extern const ptx2c_module border_moves;

enum { N = 64 };

int main(void)
{
    static uint32_t in[N], out[N], own[N];
    for (uint32_t i = 0; i < N; i++)
        in[i] = i * 7 % 11;
    void *a = out, *b = in, *args[] = {&a, &b};
    const int status = ptx2c_launch(ptx2c_find_kernel(&border_moves, "border_moves"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){N, 1, 1}, 0, args);
    for (uint32_t i = 0; i < N; i++)
        own[i] = (i <= 20 ? in[i ^ 1] + 1 : 0) + (i > 20 && in[i] != 7 ? (in[i] & 4) * 100 : 0);
    int wrong = 0;
    for (uint32_t i = 0; i < N; i++)
        wrong += out[i] != own[i ^ 2];
    printf("%s, %d wrong\n", ptx2c_strerror(status), wrong);
    return 0;
}
