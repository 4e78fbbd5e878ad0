#include "host.h"

extern const ptx2c_module array_index;

/* Each of 36 threads' 13 words, and what was stored to the quads: their third scalar and the next. */
int main(void)
{
    enum { N = 36 };
    static uint32_t got[N][16];
    struct { uint32_t at[4]; } numbers = {{100, 101, 102, 103}};
    void *out = got;
    run(&array_index, "index", 1, N, (void *[]){&out, &numbers});
    for (int i = 0; i < N; i += i < 4 ? 1 : 31) {
        printf("%d:", i);
        for (int k = 0; k < 13; k++)
            printf(" %d", (int)got[i][k]);
        puts("");
    }
    const uint32_t *quads = ptx2c_find_variable(&array_index, "quads", NULL);
    for (int i = 0; i < 8; i++)
        printf("%u%s", (unsigned)quads[i], i < 7 ? " " : "\n");
    return 0;
}
