#include "host.h"

extern const ptx2c_module lanes;

enum { MOST = 1024 };

static void values(uint32_t x, uint32_t y, uint32_t z)
{
    static long long out[16 * MOST];
    long long *o = out;
    int status = ptx2c_launch(ptx2c_find_kernel(&lanes, "values"), (ptx2c_dim3){1, 1, 1}, (ptx2c_dim3){x, y, z}, 0,
                              (void *[]){&o});
    if (status)
        printf("values: %s\n", ptx2c_strerror(status));
    const int threads = (int)(x * y * z);
    for (int i = 0; i < threads; i++) {
        const int t = i % (int)x, lane = t % 32, warp = t / 32, id = i % 32, last = id == 31 || i + 1 == threads;
        const int beside = last ? lane : (i + 1) % (int)x % 32;
        const long long want[16] = {
            lane * 4 - 5, (uint32_t)(lane - 5), warp * 12 + 7, (t & ~31) + 3 * (t & 31), (t & 63) | (long long)(t >> 6) << 32,
            (long long)(t - 40) * 8, (long long)((uint64_t)(uint32_t)(t - 40) * 8), (lane + 5) & 31, (lane * 2 + 1) / 2,
            (t + 32) / 32 * 1000 + (t + 16) / 32, id * 3 + id / 4, t / 2 * 2 + lane % 2 * 100,
            (32 * warp == t) + 2 * (lane > 30) + 4 * (t < 64) + 8 * (t < 65) + 16 * (t != 95) + 32 * (lane < 16),
            (t >= 32 && t < 96) + 2 * (lane >= 3 && lane <= 7) + 4 * (t >= 64) + 8 * (31 < t),
            i + 1 == threads && id != 31 ? -1 : beside * 7 + 1,
            (long long)(int32_t)((uint32_t)lane << 27) + (int32_t)((uint32_t)lane << 28),
        };
        for (int k = 0; k < 16; k++)
            if (out[16 * i + k] != want[k] && want[k] != -1)
                printf("%u x %u x %u: thread %d: value %d is %lld, not %lld\n", (unsigned)x, (unsigned)y, (unsigned)z, i, k,
                       out[16 * i + k], want[k]);
    }
}

/* The same by arrays for all threads, phase by phase; threads is a multiple of 32. */
static void branches(int threads, unsigned one, int border)
{
    static unsigned out[MOST], v[MOST], sum[MOST], part[64], once[2], got[2];
    unsigned *o = out, *c = got;
    memset(got, 0, sizeof got);
    memset(once, 0, sizeof once);
    run(&lanes, "branches", 1, (uint32_t)threads, (void *[]){&o, &c, &one, &border});
    memset(part, 0, sizeof part);
    for (int w = 0; w < threads / 32; w++) {
        unsigned all = 0;
        for (int t = 32 * w; t < 32 * w + 32; t++)
            all += v[t] = (unsigned)t * 2654435761u >> 7;
        part[w] = all;
        part[32 + w] = v[32 * w + 31];
        for (int t = 32 * w; t < 32 * w + 31; t++)
            v[t]++;
    }
    for (int l = 0; l < 32; l++)
        sum[l] = part[l < 16 ? l : l + 16] ^ (l >= 4 && l < 9 ? 0x5555u : 0);
    for (int l = 31; l >= 0; l--) {
        sum[l] += sum[l < 2 ? l : l - 2];
        if (l < border)
            part[l] = sum[l];
        if (l + 3 == border)
            once[1] = sum[l];
    }
    for (int t = 0; t < threads; t++) {
        if ((unsigned)t == one)
            once[0] = v[t] + part[t % 32];
        v[t] = t > border ? (v[t] + part[5]) * (t <= 3 * border ? 3u : 1u) : v[t] - part[6];
        if (out[t] != v[t])
            printf("%d threads, %u, %d: thread %d has %u, not %u\n", threads, one, border, t, out[t], v[t]);
    }
    for (int i = 0; i < 2; i++)
        if (once[i] != got[i])
            printf("%d threads, %u, %d: once[%d] is %u, not %u\n", threads, one, border, i, got[i], once[i]);
}

int main(void)
{
    for (uint32_t x = 1; x <= 256; x = x < 8 ? x * 2 : x + 24)
        for (uint32_t y = 1; x * y <= 768; y += 2)
            values(x, y, x * y <= 300 ? y % 3 + 1 : 1);
    values(1024, 1, 1);
    values(33, 1, 1);
    values(40, 3, 2);
    for (int threads = 32; threads <= MOST; threads *= 2)
        for (int border = -1; border < 70; border += border < 40 ? 1 : 13)
            branches(threads, (unsigned)(border * 7) % 1100u, border);
    branches(1024, 1023, 1000);
    puts("done");
    return 0;
}
