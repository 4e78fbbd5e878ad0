/* bare.c: a translated kernel on a machine with nothing else: Cortex-M or riscv32, no system, no heap, no OpenMP.  Multiplies
 * matrices with samples/matmul.ptx's tiled kernel (shared memory, barriers, fused multiply-adds) and prints what came
 * out; built for the host it prints the same. */
#include "bare.h"

extern const ptx2c_module matmul;

enum { M = 40, N = 24, K = 33 };
static float a[M * K], b[K * N], c[M * N];

int main(void)
{
    uint32_t seed = 1, hash = 2166136261u, m = M, n = N, k = K;
    for (int i = 0; i < M * K; i++)
        a[i] = (float)((seed = seed * 1664525 + 1013904223) >> 8) * 0x1p-23f - 1;
    for (int i = 0; i < K * N; i++)
        b[i] = (float)((seed = seed * 1664525 + 1013904223) >> 8) * 0x1p-23f - 1;
    uint64_t pa = (uintptr_t)a, pb = (uintptr_t)b, pc = (uintptr_t)c; /* addresses are 64 bits in this kernel */
    void *args[] = {&pa, &pb, &pc, &m, &n, &k};
    ptx2c_dim3 grid = {(N + 15) / 16, (M + 15) / 16, 1}, block = {16, 16, 1};
    int status = ptx2c_launch(ptx2c_find_kernel(&matmul, "matmul_tiled"), grid, block, 0, args);
    if (status) {
        say(ptx2c_strerror(status));
        say("\n");
        return 1;
    }
    for (int i = 0; i < M * N; i++) {
        uint32_t v;
        memcpy(&v, &c[i], sizeof v);
        hash = (hash ^ v) * 16777619;
    }
    uint32_t first;
    memcpy(&first, c, sizeof first);
    say_number("first element ", first);
    say_number("hash of all   ", hash);
    return 0;
}
