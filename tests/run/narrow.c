#include "host.h"

extern const ptx2c_module narrow;

int main(void)
{
    enum { N = 48 };
    static float a[N * N], b[N * N], c[N * N];
    int wrong = 0, n = N;
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    uint32_t at[3] = {ptx2c_address32(a, sizeof a), ptx2c_address32(b, sizeof b), ptx2c_address32(c, sizeof c)};
    int status = ptx2c_launch(ptx2c_find_kernel(&narrow, "matmul"), (ptx2c_dim3){N / 16, N / 16, 1}, (ptx2c_dim3){16, 16, 1}, 0,
                              (void *[]){&at[0], &at[1], &at[2], &n});
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i * N + k] * b[k * N + j];
            wrong += sum != c[i * N + j];
        }
    printf("matmul: %d, %d wrong\n", status, wrong);

    uint32_t *count = calloc(26, sizeof *count), count_at = ptx2c_address32(count, 26 * sizeof *count);
    run(&narrow, "letters", 2, 4, (void *[]){&count_at});
    for (int i = 0; i < 26; i++)
        if (count[i])
            printf("%c%u ", 'a' + i, (unsigned)count[i]);
    printf("\n");
    free(count);

    uint32_t nodes[65][2] = {{0}}, sums[64], nodes_at = ptx2c_address32(nodes, sizeof nodes);
    uint32_t sums_at = ptx2c_address32(sums, sizeof sums);
    nodes[64][1] = 5;
    run(&narrow, "lists", 1, 64, (void *[]){&nodes_at, &sums_at});
    wrong = 0;
    for (uint32_t i = 0; i < 64; i++)
        wrong += sums[i] != 1000 + i + 100 * (63 - i) + (i == 63 ? 5 : 0);
    printf("lists: %d wrong\n", wrong);
    return 0;
}
