/* Rows of all lengths, aligned to a word and no more, in blocks of all widths, against the same loops on the host. */
#include "host.h"

extern const ptx2c_module own_rows;

enum { ROWS = 77, COLUMNS = 41 };
typedef struct Node { float weight, x, y, z; int next; } Node;
static int wrong;

static uint32_t words[ROWS * COLUMNS + 1], plain[ROWS * COLUMNS + 1], sum[ROWS + 1];
static _Alignas(16) float numbers[4 * ROWS * COLUMNS + 1], by[COLUMNS], out[ROWS + 1];
static Node nodes[2][ROWS * COLUMNS];

static void compare(const float *want, int rows)
{
    for (int i = 0; i < rows; i++)
        wrong += out[i] < want[i] || out[i] > want[i];
    wrong += !(out[rows] < 0);
}

static void test_dots(uint32_t grid, uint32_t block, int rows, int n, int pitch)
{
    float want[ROWS], *a = numbers + 1, *x = by, *y = out;
    for (int i = 0; i < rows; i++) {
        want[i] = 0;
        for (int j = 0; j < n; j++)
            want[i] += a[i * pitch + j] * x[j];
    }
    run(&own_rows, "dots", grid, block, (void *[]){&a, &x, &y, &rows, &n, &pitch});
    compare(want, rows);
}

static void test_words(uint32_t grid, uint32_t block, int rows, int n, int pitch)
{
    uint32_t *a = words + 1, *y = sum;
    run(&own_rows, "sums", grid, block, (void *[]){&a, &y, &rows, &n, &pitch});
    for (int i = 0; i < rows; i++) {
        uint32_t s = 1;
        for (int j = n - 1; j >= 0; j--)
            s = s * 31 + a[i * pitch + j];
        wrong += sum[i] != s;
    }
    memcpy(plain, words, sizeof plain);
    run(&own_rows, "ripples", grid, block, (void *[]){&a, &rows, &n, &pitch});
    for (int i = 0; i < rows; i++)
        for (int j = 0; j + 4 <= n; j += 4) {
            uint32_t *r = plain + 1 + i * pitch + j;
            r[1] += 3 * r[0];
            r[2] ^= r[1];
            r[3] -= r[2];
        }
    wrong += memcmp(plain, words, sizeof plain) != 0;
}

static void test_quads(uint32_t grid, uint32_t block, int rows, int n)
{
    float want[ROWS], *a = numbers, *y = out;
    for (int i = 0; i < rows; i++) {
        want[i] = 0;
        for (int j = 0; j < n; j++)
            want[i] += a[4 * (i * n + j)] * a[4 * (i * n + j) + 3] - a[4 * (i * n + j) + 2];
    }
    run(&own_rows, "quads", grid, block, (void *[]){&a, &y, &rows, &n});
    compare(want, rows);
}

static void test_nodes(uint32_t grid, uint32_t block, int rows, int n)
{
    float want[ROWS], *y = out;
    Node *a = nodes[0], *b = nodes[1];
    for (int i = 0; i < rows; i++) {
        want[i] = 0;
        for (int j = 0; j < n; j++) {
            const Node *p = a + i * n + j, *q = b + i * n + j;
            const float dx = p->x - q->x, dy = p->y - q->y, dz = p->z - q->z;
            want[i] += p->weight * q->weight * (dx * dx + dy * dy + dz * dz) + (float)q->next;
        }
    }
    run(&own_rows, "nodes", grid, block, (void *[]){&a, &b, &y, &rows, &n});
    compare(want, rows);
}

static void test_pieces(uint32_t grid, uint32_t block, int rows)
{
    enum { PIECE = 13 };
    int begin[ROWS], *from = begin, n = PIECE;
    float want[ROWS], *a = numbers, *y = out;
    for (int i = 0; i < rows; i++) {
        begin[i] = i * 29 % (ROWS * COLUMNS - PIECE);
        want[i] = -1000;
        for (const float *p = a + 4 * begin[i]; p < a + 4 * (begin[i] + PIECE); p += 4)
            want[i] = p[0] * p[1] - p[3] + p[2] > want[i] ? p[0] * p[1] - p[3] + p[2] : want[i];
    }
    run(&own_rows, "pieces", grid, block, (void *[]){&a, &from, &y, &rows, &n});
    compare(want, rows);
}

int main(void)
{
    static const uint32_t blocks[] = {1, 7, 8, 32, 40, 64};
    static const int lengths[] = {1, 4, 7, 16, COLUMNS};
    for (int i = 0; i < 4 * ROWS * COLUMNS + 1; i++)
        numbers[i] = (float)(i * 7 % 16) - 5; /* sums of products are exact */
    for (int i = 0; i < ROWS * COLUMNS + 1; i++)
        words[i] = (uint32_t)i * 2654435761u;
    for (int i = 0; i < COLUMNS; i++)
        by[i] = (float)(i % 5);
    for (int i = 0; i < 2 * ROWS * COLUMNS; i++)
        nodes[i & 1][i / 2] = (Node){(float)(i % 3), (float)(i % 7), (float)(i % 5), (float)(i % 4), i % 11};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        for (size_t m = 0; m < sizeof lengths / sizeof *lengths; m++) {
            const int rows = k % 2 ? ROWS : ROWS - 4;
            const uint32_t block = blocks[k], grid = ((uint32_t)rows + block - 1) / block;
            for (int i = 0; i <= ROWS; i++)
                out[i] = -1000;
            out[rows] = -1;
            test_dots(grid, block, rows, lengths[m], COLUMNS);
            test_words(grid, block, rows, lengths[m], COLUMNS);
            test_quads(grid, block, rows, lengths[m]);
            test_nodes(grid, block, rows, lengths[m]);
            test_pieces(grid, block, rows);
        }
    printf("wrong: %d\n", wrong);
    return wrong != 0;
}
