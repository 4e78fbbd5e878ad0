/* Loops around compare-and-swap. */
#include "host.h"

extern const ptx2c_module retries;

enum { N = 1000, NODES = 400, EDGES = 4 * NODES };

static int row[NODES + 1], col[EDGES], distance[NODES], want[NODES], front[2 * NODES];

static uint32_t random_number(void)
{
    static uint32_t x = 7;
    x ^= x << 13;
    x ^= x >> 17;
    return x ^= x << 5;
}

int main(void)
{
    static float x[N];
    float most = -1e30f, *pmost = &most, *px = x, expected = -1e30f;
    double sum = 0, total = 0, *psum = &sum;
    int n = N;
    for (int i = 0; i < N; i++) {
        x[i] = (float)(random_number() % 20000) / 4 - 1000;
        expected = x[i] > expected ? x[i] : expected;
        total += x[i] >= 0 ? x[i] : 0;
    }
    run(&retries, "largest", (N + 127) / 128, 128, (void *[]){&pmost, &px, &n});
    printf("largest: %s\n", most == expected ? "right" : "wrong");
    run(&retries, "add", (N + 63) / 64, 64, (void *[]){&psum, &px, &n});
    printf("add: %s\n", sum == total ? "right" : "wrong"); /* quarters: exact in any order */

    for (int v = 0; v < NODES; v++) {
        row[v + 1] = row[v] + 4;
        distance[v] = want[v] = v ? -1 : 0;
        for (int e = row[v]; e < row[v + 1]; e++)
            col[e] = (int)(random_number() % NODES);
    }
    int count = 1;
    for (int now = 1; count; now++) {
        int *f = front, *c = &count, *r = row, *k = col, *d = distance, length = count;
        count = 0;
        run(&retries, "reach", (uint32_t)(length + 31) / 32, 32, (void *[]){&f, &c, &r, &k, &d, &now, &length});
        for (int i = 0; i < count; i++)
            front[i] = front[length + i];
        int reached = 0;
        for (int v = 0; v < NODES; v++)
            for (int e = row[v]; want[v] == now - 1 && e < row[v + 1]; e++)
                if (want[col[e]] < 0) {
                    want[col[e]] = now;
                    reached++;
                }
        if (reached != count)
            printf("distance %d: %d nodes, not %d\n", now, count, reached);
    }
    for (int v = 0; v < NODES; v++)
        if (distance[v] != want[v])
            printf("node %d: %d, not %d\n", v, distance[v], want[v]);
    printf("reach: done\n");
    return 0;
}
