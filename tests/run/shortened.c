/* Numbers made longer and short again, some of which are others meanwhile. */
#include "host.h"

extern const ptx2c_module shortened;

enum { THREADS = 70, WORDS = 5 };

int main(void)
{
    for (uint32_t rounds = 1; rounds < 4; rounds++) {
        static uint32_t out[THREADS][WORDS];
        uint64_t to = (uintptr_t)out;
        run(&shortened, "shortened", 1, THREADS, (void *[]){&to, &rounds});
        for (uint32_t i = 0; i < THREADS; i++) {
            const uint32_t want[WORDS] = {i + 7 * rounds, 3 * (i + i % 2 * 1000) + i, rounds * i + i + 5 * rounds, i > 9 ? i : 77, i < 8 ? i - 8 : i - 7};
            for (int k = 0; k < WORDS; k++)
                if (out[i][k] != want[k])
                    printf("thread %d, %d rounds, word %d: %d, not %d\n", (int)i, (int)rounds, k, (int)out[i][k], (int)want[k]);
        }
    }
    printf("as they were\n");
}
