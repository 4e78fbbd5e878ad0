// align.cu: local alignment of a query with many sequences of different lengths, a thread each, whose rows of scores lie side by
// side in memory; to open a gap costs more than to go on with it.

extern "C" __global__ void align(const char *query, const char *letters, const int *length, int *score, int *gap, int *best, int m, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count)
        return;
    int n = length[t], top = 0;
    for (int j = 0; j < m; j++)
        score[j * count + t] = gap[j * count + t] = 0;
    for (int i = 0; i < n; i++) {
        char c = letters[i * count + t];
        int diagonal = 0, left = 0, across = 0;
        for (int j = 0; j < m; j++) {
            int up = score[j * count + t], down = max(gap[j * count + t] - 1, up - 4);
            across = max(across - 1, left - 4);
            left = max(max(diagonal + (query[j] == c ? 5 : -3), 0), max(across, down));
            diagonal = up;
            top = max(top, left);
            score[j * count + t] = left;
            gap[j * count + t] = down;
        }
    }
    best[t] = top;
}
