// words_single.cu: arrays of a thread's own at places that a loop counts, where lanes go one by one: edit distances, two rows of a table
// in turn; a delay line, whose places begin anew at its end.
enum { LETTERS = 24, LINE = 19 };

extern "C" __global__ void edits(const int *word, const int *other, int *distance, int words)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= words)
        return;
    int row[2][LETTERS + 1], now = 0;
    for (int k = 0; k <= LETTERS; k++)
        row[0][k] = k;
#pragma unroll 1
    for (int i = 0; i < LETTERS; i++) {
        int *to = row[1 - now], *from = row[now];
        to[0] = i + 1;
#pragma unroll 1
        for (int k = 0; k < LETTERS; k++)
            to[k + 1] = min(min(from[k + 1], to[k]) + 1, from[k] + (word[i] != other[k * words + t]));
        now = 1 - now;
    }
    distance[t] = row[now][LETTERS];
}

extern "C" __global__ void echo(const double *sound, double *out, int length)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    double line[LINE];
    for (int k = 0; k < LINE; k++)
        line[k] = 0;
    int at = 0;
#pragma unroll 1
    for (int i = 0; i < length; i++) {
        const double x = sound[i * threads + t] + 0.5 * line[at];
        out[i * threads + t] = x;
        line[at] = x;
        at = at + 1 < LINE ? at + 1 : 0;
    }
}
