// gaps.cu: Smith and Waterman's scores with affine gaps of one query with many sequences, a thread for each; the row above is in
// global memory, a column of it for each thread.
#define OPEN 10
#define EXTEND 2

extern "C" __global__ void gaps(const unsigned char *query, int query_length, const unsigned char *letters, const int *lengths,
                                short2 *rows, int *scores, const signed char *matrix, int count)
{
    __shared__ signed char points[24 * 24];
    for (int i = threadIdx.x; i < 24 * 24; i += blockDim.x)
        points[i] = matrix[i];
    __syncthreads();
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= count)
        return;
    for (int j = 0; j < query_length; j++)
        rows[j * count + id] = make_short2(0, 0);
    int best = 0;
    const int length = lengths[id];
    for (int i = 0; i < length; i++) {
        const signed char *line = points + letters[i * count + id] * 24;
        int diagonal = 0, left = 0, f = 0;
        for (int j = 0; j < query_length; j++) {
            short2 up = rows[j * count + id];
            int e = max(up.y - EXTEND, up.x - OPEN);
            f = max(f - EXTEND, left - OPEN);
            int h = max(max(diagonal + line[query[j]], 0), max(e, f));
            diagonal = up.x;
            left = h;
            best = max(best, h);
            rows[j * count + id] = make_short2(h, e);
        }
    }
    scores[id] = best;
}
