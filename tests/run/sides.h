/* sides.h: what sides of ifs compute for themselves, and what others need of it, for sides.cu and as the reference in sides.c. */
#ifndef __CUDACC__
#define __device__ static
#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#endif

/* Sides in sides: each computes much for itself alone. */
__device__ unsigned nested_sides(unsigned x, unsigned y)
{
    unsigned r = x ^ 5;
    if (x % 3 == 0) {
        unsigned a = y * 2654435761u;
        a ^= a >> 15;
        r = a + 1;
        if (a & 8) {
            unsigned b = (a | 1) * 0x9e3779b9u;
            b ^= b >> 13;
            r = b * 3 + a;
            if ((b & 3) == 2)
                r = (b >> 7) * (a >> 9) + y;
        } else {
            r ^= (a << 3) - y;
        }
    } else if (x % 5 == 1) {
        r = (x << 4) ^ (y * y + 7);
        r += r >> 11;
    }
    return r;
}

/* What one side computes is read behind it, under another condition, and what both compute alike may stand in front of them. */
__device__ unsigned shared_values(unsigned x, unsigned y)
{
    unsigned mixed = 1, t = (x * 31 + y) ^ (y >> 3), r = 0;
    if (x & 1) {
        mixed = t * 747796405u + 3;
        r = mixed ^ (t >> 5);
        r = r * 5 + (x >> 1);
    } else {
        r = (t << 2) + y;
    }
    if (y & 2) {
        unsigned u = (mixed >> 4) * 277803737u;
        r += u ^ (t * 3);
        mixed = u;
    }
    return r + mixed;
}

/* A loop that lanes leave at different times, with sides in it, one of which goes on with the next round. */
__device__ float rounds(float x, unsigned n)
{
    float sum = 0, was = 1;
    for (unsigned i = 0; i < n; i++) {
        x = x * 3.75f * (1 - x);
        if (x > 0.5f) {
            float a = x * x, b = a * 0.25f + was;
            sum = sum + b * 0.5f;
            if (b > 1.25f) {
                was = b - 0.75f;
                continue;
            }
            was = a * 0.5f + 0.125f;
        } else if (x < 0.375f) {
            float c = x * 4 + was;
            sum = sum - c * c;
            was = c * 0.5f;
        }
        if (sum > 40)
            break;
        sum += was * 0.0625f;
    }
    return sum + was;
}

/* A number of 64 bits that sides take apart and put together. */
__device__ unsigned long long halves(unsigned long long x, unsigned how)
{
    unsigned low = (unsigned)x, high = (unsigned)(x >> 32);
    if (how & 1) {
        low = low * 3 + high;
        high ^= low >> 7;
        x = (unsigned long long)high << 32 | low;
        if (how & 4)
            x = ((unsigned long long)(high + 9) << 32 | (low ^ how)) * 5;
    }
    return x ^ how;
}
