/* Edit distances and echoes by lanes one by one, against the same work by hand. */
#include "host.h"

extern const ptx2c_module words_single;

enum { LETTERS = 24, LINE = 19, WORDS = 77, LENGTH = 50, THREADS = 96 };
static int word[LETTERS], other[LETTERS * WORDS], distance[WORDS];
static double sound[LENGTH * THREADS], out[LENGTH * THREADS];

static int least(int a, int b) { return a < b ? a : b; }

static int edits(int t)
{
    int row[LETTERS + 1];
    for (int k = 0; k <= LETTERS; k++)
        row[k] = k;
    for (int i = 0; i < LETTERS; i++) {
        int corner = row[0];
        row[0] = i + 1;
        for (int k = 0; k < LETTERS; k++) {
            const int up = row[k + 1];
            row[k + 1] = least(least(up, row[k]) + 1, corner + (word[i] != other[k * WORDS + t]));
            corner = up;
        }
    }
    return row[LETTERS];
}

static void launch(const char *kernel, uint32_t grid, uint32_t block, void *args[])
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&words_single, kernel), (ptx2c_dim3){grid, 1, 1}, (ptx2c_dim3){block, 1, 1}, 0, args);
    if (status)
        printf("%s: %s\n", kernel, ptx2c_strerror(status));
}

int main(void)
{
    int words = WORDS, length = LENGTH;
    void *a = word, *b = other, *c = distance, *d = sound, *e = out;
    for (int i = 0; i < LETTERS; i++)
        word[i] = i * i % 5;
    for (int i = 0; i < LETTERS * WORDS; i++)
        other[i] = (i * 7 + i / WORDS * (i % WORDS)) % 5;
    for (int i = 0; i < LENGTH * THREADS; i++)
        sound[i] = i * 29 % 101;
    launch("edits", 2, 40, (void *[]){&a, &b, &c, &words});
    for (int t = 0; t < WORDS; t++)
        if (distance[t] != edits(t))
            printf("distance of %d is %d, not %d\n", t, distance[t], edits(t));
    launch("echo", 3, 32, (void *[]){&d, &e, &length});
    for (int i = 0; i < LENGTH * THREADS; i++) {
        const double want = sound[i] + (i < LINE * THREADS ? 0 : 0.5 * out[i - LINE * THREADS]);
        if (out[i] != want)
            printf("sound %d is %g, not %g\n", i, out[i], want);
    }
    puts("done");
    return 0;
}
