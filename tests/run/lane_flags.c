/* What lanes find of themselves before shuffles and ask behind them, as a loop for each warp does it. */
#include "host.h"

extern const ptx2c_module lane_flags;

enum { BLOCK = 64, BLOCKS = 3, N = BLOCK * BLOCKS, ROUNDS = 6 };
static int keys[N], keys_in[N];
static float values[N], values_in[N], in[N], out[N];
static uint32_t votes[N / 32];

static void launch(const char *kernel, void **args)
{
    const int status = ptx2c_launch(ptx2c_find_kernel(&lane_flags, kernel), (ptx2c_dim3){BLOCKS, 1, 1}, (ptx2c_dim3){BLOCK, 1, 1}, 0, args);
    printf("%s: %s, ", kernel, ptx2c_strerror(status));
}

static void sort_warp(int *key, float *value, unsigned turned)
{
    for (unsigned size = 2; size <= 32; size *= 2)
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            int k[32];
            float v[32];
            memcpy(k, key, sizeof k);
            memcpy(v, value, sizeof v);
            for (unsigned l = 0; l < 32; l++) {
                const bool up = ((l & stride) == 0) == (((l ^ turned) & size) == 0);
                const int other = k[l ^ stride];
                if ((k[l] > other) == up && k[l] != other)
                    key[l] = other, value[l] = v[l ^ stride];
            }
        }
}

static void smooth_warp(float *v, const bool *fixed, const bool *warm)
{
    float was[32];
    for (int r = 0; r < ROUNDS; r++) {
        memcpy(was, v, sizeof was);
        for (int l = 0; l < 32; l++) {
            const float sides = was[l ? l - 1 : 0] + was[l < 31 ? l + 1 : 31];
            v[l] = fixed[l] ? was[l] : warm[l] ? 0.5f * sides : 0.25f * sides + 0.5f * was[l];
        }
    }
}

static uint32_t vote_warp(float *v)
{
    float was[32];
    bool high[32], any = false;
    uint32_t all = 0;
    for (int l = 0; l < 32; l++)
        all |= (uint32_t)(high[l] = v[l] > 0.5f) << l;
    memcpy(was, v, sizeof was);
    for (int l = 0; l < 32; l++)
        v[l] = was[l] + was[l ^ 3] - (high[l] ? 1 : 0);
    memcpy(was, v, sizeof was);
    for (int l = 0; l < 32; l++)
        any |= (v[l] = was[l] + was[l ^ 5]) < 0.5f && high[l];
    for (int l = 0; l < 32; l++)
        v[l] = any && high[l] ? v[l] * 2 : v[l];
    return all;
}

int main(void)
{
    uint32_t x = 7;
    for (int i = 0; i < N; i++) {
        x = x * 1664525 + 1013904223;
        keys_in[i] = keys[i] = (int)(x >> 27) - 16;
        values_in[i] = values[i] = (float)(i % 32);
        in[i] = (float)(x >> 20) / 4096; /* sums of a few are exact */
    }
    void *k = keys, *v = values, *from = in, *to = out, *vote = votes;
    uint32_t turned = 12;
    int wrong = 0, rounds = ROUNDS, n = N - 21;

    launch("sorted", (void *[]){&k, &v, &turned});
    for (int w = 0; w < N; w += 32)
        sort_warp(keys_in + w, values_in + w, turned);
    for (int i = 0; i < N; i++)
        wrong += keys[i] != keys_in[i] || values[i] != values_in[i];
    printf("%d wrong\n", wrong);

    launch("smoothed", (void *[]){&from, &to, &rounds, &n});
    wrong = 0;
    for (int w = 0; w < N; w += 32) {
        float a[32];
        bool fixed[32], warm[32];
        for (int l = 0; l < 32; l++) {
            const int at = w + l < n ? w + l : n - 1;
            a[l] = in[at];
            fixed[l] = a[l] > 0.75f;
            warm[l] = in[n - 1 - at] > 0.5f;
        }
        smooth_warp(a, fixed, warm);
        for (int l = 0; l < 32; l++)
            wrong += out[w + l] != (w + l < n ? a[l] : 0);
    }
    printf("%d wrong\n", wrong);

    launch("voted", (void *[]){&from, &to, &vote, &n});
    wrong = 0;
    for (int w = 0; w < N; w += 32) {
        float a[32];
        memcpy(a, in + w, sizeof a);
        wrong += vote_warp(a) != votes[w / 32];
        for (int l = 0; l < 32; l++)
            wrong += out[w + l] != a[l];
    }
    printf("%d wrong\n", wrong);
    return 0;
}
