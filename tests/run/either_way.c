/* Sides to which several conditions lead, against the same on the host. */
#include "host.h"

extern const ptx2c_module either_way;

enum { N = 1771, MOST = 1024 };
static int wrong;

static void test_near(void)
{
    static float in[N], mark[N], out[N];
    int n = N, count = 0, want = 0;
    for (int i = 0; i < N; i++) {
        in[i] = (float)(i * 7919 % 97) / 8;
        mark[i] = (float)((i % 77 - 30) * (i % 77 - 50) + (i / 77 - 11) * 40);
    }
    float *a = in, *b = mark, *c = out;
    int *d = &count;
    void *args[] = {&a, &b, &c, &d, &n};
    ptx2c_launch(ptx2c_find_kernel(&either_way, "near"), (ptx2c_dim3){(N + 127) / 128, 1, 1}, (ptx2c_dim3){128, 1, 1}, 0, args);
    for (int i = 2; i < N - 2; i++) {
        const float m = mark[i];
        float v = in[i];
        if (m * mark[i - 1] < 0 || m * mark[i + 1] < 0 || m * mark[i - 2] < 0 || m * mark[i + 2] < 0)
            v = 0.5f * v + 0.25f * (mark[i + 2] - mark[i - 2]);
        else {
            const float e = in[i + 1] - v, f = v - in[i - 1];
            const float least = (e < 0 ? -e : e) < (f < 0 ? -f : f) ? e : f, s = e * f > 0 ? least : 0;
            if (m > 0)
                v += s > 0 ? s * s : -s;
            else
                v -= s < 0 ? s : s * s * 0.5f;
        }
        want += (v - in[i] < 0 ? in[i] - v : v - in[i]) > 2;
        wrong += out[i] != v;
    }
    wrong += count != want || !want;
}

static void test_both(const int *in, const int *other, int n)
{
    static int out[MOST];
    int *o = out;
    void *args[] = {&in, &other, &o, &n};
    ptx2c_launch(ptx2c_find_kernel(&either_way, "both"), (ptx2c_dim3){(uint32_t)(n + 63) / 64, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0, args);
    for (int i = 0; i < n; i++) {
        const int a = in[i];
        int b = -1, want;
        if (a > 3 && (b = other[a & 15]) > 5 && other[b & 15] != a)
            want = a & 1 ? a * b : a - b;
        else if (a < 2 || in[(i + 1) % n] < 2 || in[(i + 2) % n] < 2)
            want = b + 1000;
        else {
            for (int k = a % 3; k > 0; k--)
                b += other[k - 1];
            want = b;
        }
        wrong += out[i] != want;
    }
}

static int sum_of(const int *in, int n, int i)
{
    int sum = 0;
    for (int k = 0; k < 20; k++) {
        const int a = in[(i + k) % n];
        if (a == 7 || in[(i + 3 * k) % n] == 7)
            sum += 3;
        else if (a > 14 && in[(i + 5 * k) % n] > 12)
            break;
        else
            sum -= a;
    }
    return sum > 20 || in[sum & 7] > 8 ? sum * 2 : sum + in[i & 7];
}

static void test_rounds(const int *in, int n)
{
    static int out[MOST];
    int *o = out;
    void *args[] = {&in, &o, &n};
    ptx2c_launch(ptx2c_find_kernel(&either_way, "rounds"), (ptx2c_dim3){4, 1, 1}, (ptx2c_dim3){64, 1, 1}, 0, args);
    for (int i = 0; i < 256; i++)
        wrong += out[i] != sum_of(in, n, i) + sum_of(in, n, i ^ 1);
}

int main(void)
{
    static int in[MOST], other[16];
    for (int i = 0; i < MOST; i++)
        in[i] = i * 7919 % 1009 % 18;
    for (int i = 0; i < 16; i++)
        other[i] = i * 11 % 16;
    test_near();
    test_both(in, other, 1000);
    test_both(in, other, 61);
    test_rounds(in, 900);
    puts(wrong ? "wrong" : "as on the host");
    return 0;
}
