/* masked_memory.h: what one thread of masked_memory.cu does, for the kernel and for the test. */
#ifdef __CUDACC__
#define FN __device__ __forceinline__
#else
#define FN static
#endif

/* The k-th smallest of a column, stored where it is found; how many rounds that took. */
FN int smallest(const float *in, float *out, int rows, int columns, int k, int c)
{
    for (int i = 0; i < rows; i++) {
        float v = in[i * columns + c];
        int less = 0, same = 0;
        for (int j = 0; j < rows; j++) {
            float w = in[j * columns + c];
            less += w < v;
            same += w == v;
        }
        if (less <= k && k < less + same) {
            out[c] = v;
            return i;
        }
    }
    return -1;
}

/* A walk to a limit, each step of which is stored; the counter is looked at afterwards. */
FN int walk(const float *draw, float *at, float limit, unsigned long long n, int steps, unsigned long long t)
{
    float p = 0;
    int k = 0;
    for (; k < steps; k++) {
        p += draw[k * n + t];
        at[k * n + t] = p;
        if (p > limit)
            break;
    }
    return k;
}

/* Rows of scores of two sequences, the second as long as it says. */
FN int align(const char *query, const char *db, int length, int *h, int *f, int m, int count, int t)
{
    int top = 0;
    for (int j = 0; j < m; j++)
        h[j * count + t] = f[j * count + t] = 0;
    for (int i = 0; i < length; i++) {
        char c = db[i * count + t];
        int diagonal = 0, left = 0;
        for (int j = 0; j < m; j++) {
            int up = h[j * count + t], g = f[j * count + t], best = diagonal + (query[j] == c ? 5 : -3);
            g = g - 1 > up - 4 ? g - 1 : up - 4;
            best = best > g ? best : g;
            best = best > left - 2 ? best : left - 2;
            best = best > 0 ? best : 0;
            diagonal = up;
            left = best;
            top = top > best ? top : best;
            h[j * count + t] = best;
            f[j * count + t] = g;
        }
    }
    return top;
}

/* Lists one behind the other: what counts goes on from list to list, and is looked at behind them. */
FN int lists(const int *next, int n, int many, int t)
{
    int k = 0, sum = 0;
    for (int list = 0; list < many; list++) {
        int until = next[list * n + t];
        while (next[k * n + t] != until && k < 3 * many) {
            sum += next[k * n + t] ^ k;
            k++;
        }
        sum = sum * 3 + list;
    }
    return sum * 100 + k;
}

/* A counter that one side of a branch advances, another that rounds skipped by continue do not. */
FN int uneven(const int *in, int *out, int n, int rounds, int t)
{
    int k = 0, at = 0, sum = 0;
    do {
        int v = in[at * n + t];
        at++;
        if (v % 3 == 0)
            continue;
        if (v % 2)
            k++;
        out[k * n + t] = v + at;
        sum += out[at * n + t];
    } while (sum % 17 != 5 && at < rounds);
    return sum * 1000 + at * 30 + k;
}
