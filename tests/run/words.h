/* words.h: what a thread does with arrays of its own, for words.cu and as the reference in words.c. */
#ifdef __CUDACC__
#define ROLLED _Pragma("unroll 1")
#else
#define ROLLED
#define __device__ static
#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#endif

/* A ring of 16 elements, at places that are the same for all threads. */
#define RING(name, type)                                                                                               \
    __device__ type name(unsigned id, int rounds)                                                                      \
    {                                                                                                                  \
        type ring[16];                                                                                                 \
        for (int i = 0; i < 16; i++)                                                                                   \
            ring[i] = (type)((id * 7 + i * i) % 113);                                                                  \
        ROLLED for (int i = 16; i < rounds; i++) {                                                                     \
            ring[i & 15] = (type)(ring[i & 15] + ring[(i + 9) & 15] * (type)3 - ring[(i * 5 + 2) & 15]);               \
            if (i % 3 == 0)                                                                                            \
                ring[(i + 1) & 15] = (type)((int)ring[i & 15] % 1000);                                                 \
        }                                                                                                              \
        type sum = 0;                                                                                                  \
        ROLLED for (int i = 0; i < 16; i++)                                                                            \
            sum = (type)(sum + ring[(i + rounds) & 15] * (type)(i + 1));                                               \
        return sum;                                                                                                    \
    }
RING(ring_u8, unsigned char)
RING(ring_u16, unsigned short)
RING(ring_u32, unsigned)
RING(ring_u64, unsigned long long)

/* Sorted by insertion: places differ between threads, and so does how often they are gone to. */
__device__ int sorted(unsigned id, int n)
{
    int v[24];
    ROLLED for (int i = 0; i < n; i++) {
        int x = (int)((id * 31u + (unsigned)i * 17u) % 101u), k = i;
        ROLLED for (; k > 0 && v[k - 1] > x; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
    unsigned sum = 0;
    ROLLED for (int i = 0; i < n; i++)
        sum = sum * 3 + (unsigned)v[i];
    return (int)sum;
}

/* Places of both kinds in one array. */
__device__ unsigned counted(unsigned id, int n)
{
    unsigned count[32];
    for (int i = 0; i < 32; i++)
        count[i] = 0;
    ROLLED for (int i = 0; i < n; i++)
        count[(id * (unsigned)i + (unsigned)i / 3u) & 31]++;
    unsigned sum = 0;
    ROLLED for (int i = 0; i < 32; i++)
        sum = sum * 5 + count[(i + n) & 31];
    return sum;
}

/* Arrays of several widths. */
__device__ double several(unsigned id, int n)
{
    double d[8];
    unsigned w[8];
    unsigned char c[8];
    for (int i = 0; i < 8; i++) {
        d[i] = (double)(id + i);
        w[i] = id * 3 + i;
        c[i] = (unsigned char)(id ^ i);
    }
    ROLLED for (int i = 0; i < n; i++) {
        d[i & 7] += (double)w[(i + 3) & 7] + c[(i * 3) & 7];
        w[(i * 5) & 7] += c[i & 7];
        c[(i + 5) & 7] = (unsigned char)(w[i & 7] >> 1);
    }
    double sum = 0;
    ROLLED for (int i = 0; i < 8; i++)
        sum += d[(i + n) & 7] * (i + 1) + w[(i + n) & 7] + c[(i + n) & 7];
    return sum;
}

/* Numbers of 32 bits whose halves and bytes are looked at: one access within another's word. */
typedef union Parts {
    unsigned whole;
    unsigned short half[2];
    unsigned char byte[4];
} Parts;

__device__ unsigned parts(unsigned id, int n)
{
    Parts p[8];
    for (int i = 0; i < 8; i++)
        p[i].whole = id * 2654435761u + i;
    ROLLED for (int i = 0; i < n; i++) {
        p[i & 7].half[i >> 1 & 1] += p[(i + 3) & 7].byte[i & 3];
        p[(i + 1) & 7].byte[(i + id) & 3] ^= (unsigned char)i;
        p[(i + 2) & 7].whole += p[i & 7].whole >> 3;
    }
    unsigned sum = 0;
    ROLLED for (int i = 0; i < 8; i++)
        sum = sum * 7 + p[(i + n) & 7].whole;
    return sum;
}

/* Vectors of elements. */
typedef struct
#ifdef __CUDACC__
    __align__(16)
#endif
    Four { float x, y, z, w; } Four;

__device__ float vectors(unsigned id, int n)
{
    Four v[8];
    for (int i = 0; i < 8; i++) {
        v[i].x = (float)(id + i);
        v[i].y = (float)(id % 5);
        v[i].z = (float)(i * i);
        v[i].w = 1.0f;
    }
    ROLLED for (int i = 0; i < n; i++) {
        Four a = v[i & 7], b = v[(i + 3) & 7];
        a.x = a.x * 0.5f;
        a.x = a.x + b.w;
        a.y = a.y - b.z;
        a.z = b.x;
        a.w = b.y * 0.25f;
        v[(i * 3) & 7] = a;
    }
    float sum = 0;
    ROLLED for (int i = 0; i < 8; i++) {
        Four a = v[(i + n) & 7];
        sum += a.x;
        sum -= a.y;
        sum += a.z;
        sum -= a.w;
    }
    return sum;
}
