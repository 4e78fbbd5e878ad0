/* repeated_rounds.h: what one thread of repeated_rounds.cu does; also for the host. */
#ifdef __CUDACC__
#define ONE static __device__
#else
#define ONE static
#endif

/* What goes on from round to round, over every stride-th number: compilers unroll that, and do what is left over before. */
ONE void chain_one(const unsigned *in, unsigned *out, int n, int i, int stride)
{
    unsigned x = (unsigned)i * 2654435761u;
    for (int j = i; j < n; j += stride) {
        x = x * 1664525u + in[j];
        out[j] = x;
    }
}

/* Downwards, by 64 bits, with rounds within and ways that part. */
ONE void descend_one(const unsigned *in, unsigned *out, long long n, int i, int stride, int rounds)
{
    unsigned x = (unsigned)i;
    for (long long j = n - 1 - i; j >= 0; j -= stride) {
        unsigned sum = in[j];
        for (int k = 1; k <= rounds; k++)
            sum += in[j + k * n] ^ x;
        x = sum & 1 ? x + sum : x ^ 3 * sum;
        out[j] = x;
    }
}

/* At least one round; neighbours leave at different times. */
ONE void enter_one(const unsigned *in, unsigned *out, int n, int i, int by)
{
    int j = i, at = 2 * i;
    unsigned x = 0;
    do {
        x = (x << 5 | x >> 27) ^ in[j];
        out[at + (j & 1)] = x;
        j += by;
        at += 2 * by;
    } while (j < n);
}

/* The counter is read behind the loop. */
ONE void behind_one(const unsigned *in, unsigned *out, int *last, int n, int i, int stride)
{
    unsigned x = 1;
    int j = i;
    for (; j < n; j += stride) {
        x = x * in[j] + 7;
        out[j] = x >> 1;
    }
    last[i] = j;
}

/* Numbers that begin anew at 0, for some threads of a chunk before others. */
ONE void wrap_one(const unsigned *in, unsigned *out, unsigned begin, unsigned limit, int i, unsigned by)
{
    unsigned j = begin + (unsigned)i, x = 5;
    if (i < 1000)
        do {
            x = 3 * x + in[j - begin];
            out[j - begin] = x;
            j += by;
        } while (j > limit);
}
