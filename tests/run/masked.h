/* masked.h: loops that neighbouring threads leave at different times, for masked.cu and as the reference in masked.c. */
#ifndef __CUDACC__
#define __device__ static
#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#endif

/* One way out, at the end. */
__device__ unsigned collatz(unsigned x)
{
    unsigned n = 0;
    while (x != 1 && n < 300) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        n++;
    }
    return n * 1000 + x % 1000;
}

/* Several ways out, each of which leaves other values; what is read afterwards has 16, 32 and 64 bits. */
__device__ unsigned long long ways(unsigned a, unsigned b)
{
    unsigned long long big = a;
    unsigned short little = (unsigned short)b;
    float f = 0.5f;
    double d = 1.0;
    bool odd = false;
    unsigned i = 0, way = 0;
    for (;;) {
        big = big * 6364136223846793005u + b;
        odd = !odd;
        if ((big >> 60) == 3) {
            way = 1;
            break;
        }
        f = f * 1.25f + (float)(a & 7);
        if (f > 1000.0f) {
            way = 2;
            i += 100;
            break;
        }
        little = (unsigned short)(little * 5 + 1);
        if (little % 32 == 7)
            break;
        if (++i >= 9)
            break;
        d = d * 0.5 + (double)f;
    }
    return big + way * 1000003u + i * 17u + little + (unsigned)f + (unsigned long long)d * 3 + (odd ? 1u << 20 : 0);
}

/* Loops in loops, both of their own lengths; rounds that are cut short; what only some rounds write. */
__device__ unsigned nested(int a, unsigned b)
{
    unsigned sum = 0, last = 0, rare = b;
    for (int i = 0; i < a; i++) {
        unsigned k = ((unsigned)a * 7 + (unsigned)i * b) & 15;
        if (k == 3)
            continue;
        for (unsigned j = 0; j < k; j++) {
            sum += ((unsigned)i ^ j) * b;
            if ((sum & 63) == 5) {
                rare += j;
                continue;
            }
            if ((sum & 255) == 77)
                break;
            last = j;
            sum ^= (unsigned)i << 2;
        }
        if ((int)sum < -100000)
            break;
        if (k & 8)
            rare = rare * 3 + k;
        else
            last -= rare & 7;
    }
    return sum + last * 31 + rare * 101;
}

/* Loads whose address is the same for all, which must not be done when nobody is left: list may have no next element. */
__device__ unsigned chase(const unsigned *list, unsigned n, unsigned x)
{
    unsigned sum = 0;
    for (unsigned i = 0;; i++) {
        if (x < 40)
            break;
        unsigned y = list[i];
        x = x * 3 / 4 + (y & 3);
        for (unsigned k = i + 1; k < n; k++)
            sum += list[k] ^ x;
        if (x % 5 == 1 && i + 2 < n)
            sum += list[i + 2] * 7;
        if (i + 1 >= n)
            break;
    }
    return sum + x;
}

/* A loop of the same length for all inside one that is not, and a side that only few threads take. */
__device__ float field(float x, float y, int most)
{
    float t = 0;
    for (int i = 0; i < most; i++) {
        float nearest = 100.0f;
        for (int k = 0; k < 5; k++) {
            float u = x + t - (float)(3 * k), v = y - (float)k;
            float d = u * u + v * v;
            nearest = d < nearest ? d : nearest;
        }
        if (nearest > 90.0f) {
            float z = x * y;
            for (int k = 0; k < most && z < 50.0f; k++)
                z = z * 1.5f + 1.0f;
            t += z * 0.125f;
        }
        if (nearest < 0.5f || t > 40.0f)
            return t + nearest;
        t += nearest * 0.25f + 0.125f;
    }
    return -t;
}
