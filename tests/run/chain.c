#include "host.h"

extern const ptx2c_module chain;

enum { N = 96 };
static uint32_t a[N][8], b[N][8], r[N][8], s[N][8];

/* Word by word, as on paper. */
static void add(const uint32_t *x, const uint32_t *y, uint32_t *to)
{
    uint64_t carry = 0;
    for (int i = 0; i < 8; i++, carry >>= 32) {
        carry += (uint64_t)x[i] + y[i];
        to[i] = (uint32_t)carry;
    }
}

static void subtract(const uint32_t *x, const uint32_t *y, uint32_t *to)
{
    int64_t borrow = 0;
    for (int i = 0; i < 8; i++) {
        int64_t d = (int64_t)x[i] - y[i] - borrow;
        borrow = d < 0;
        to[i] = (uint32_t)d;
    }
}

static void multiply(const uint32_t *x, const uint32_t *y, uint32_t *to)
{
    memset(to, 0, 32);
    for (int i = 0; i < 4; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < 4; k++, carry >>= 32) {
            carry += (uint64_t)x[i] * y[k] + to[i + k];
            to[i + k] = (uint32_t)carry;
        }
        to[i + 4] = (uint32_t)carry;
    }
}

static int wrong(const char *what, void (*reference)(const uint32_t *, const uint32_t *, uint32_t *), uint32_t (*got)[8])
{
    int bad = 0;
    uint32_t want[8];
    for (int i = 0; i < N; i++) {
        reference(a[i], b[i], want);
        bad += memcmp(want, got[i], sizeof want) != 0;
    }
    printf("%s: %d of %d wrong\n", what, bad, N);
    return bad;
}

int main(void)
{
    static const uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0xffffffff};
    uint32_t x = 7;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 8; k++) {
            x = x * 1664525 + 1013904223;
            a[i][k] = i % 3 ? words[(x >> 16) % 7] : x;
            x = x * 1664525 + 1013904223;
            b[i][k] = i % 4 ? words[(x >> 16) % 7] : x;
        }
    void *pa = a, *pb = b, *pr = r, *ps = s;
    if (run(&chain, "sums", 1, N, (void *[]){&pa, &pb, &pr, &ps}))
        return 1;
    int bad = wrong("sums", add, r) + wrong("differences", subtract, s);
    if (run(&chain, "products", 1, N, (void *[]){&pa, &pb, &pr}))
        return 1;
    return bad + wrong("products", multiply, r) != 0;
}
