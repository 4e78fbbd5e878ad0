// descent.cu: the cheapest ways down a grid of costs, several rows a launch: each block keeps a row in shared memory whose
// valid part shrinks by one place at each end with each row, and places at the grid's border have one neighbour less.
#define IN(x, low, high) ((x) >= (low) && (x) <= (high))
#define BLOCK 256
#define LEAST(a, b) ((a) <= (b) ? (a) : (b))

extern "C" __global__ void descend(int rows, const int *cost, const int *from, int *to, int cols, int start, int margin)
{
    __shared__ int now[BLOCK], next[BLOCK];
    const int t = threadIdx.x, inner = BLOCK - rows * 2;
    const int left = inner * blockIdx.x - margin, right = left + BLOCK - 1, x = left + t;
    const int low = left < 0 ? -left : 0, high = right > cols - 1 ? BLOCK - 1 - (right - cols + 1) : BLOCK - 1;
    int w = t - 1, e = t + 1;
    w = w < low ? low : w;
    e = e > high ? high : e;
    const bool valid = IN(t, low, high);
    if (IN(x, 0, cols - 1))
        now[t] = from[x];
    __syncthreads();
    bool done;
    for (int i = 0; i < rows; i++) {
        done = false;
        if (IN(t, i + 1, BLOCK - i - 2) && valid) {
            done = true;
            const int a = now[w], b = now[t], c = now[e];
            int best = LEAST(a, b);
            best = LEAST(best, c);
            next[t] = best + cost[cols * (start + i) + x];
        }
        __syncthreads();
        if (i == rows - 1)
            break;
        if (done)
            now[t] = next[t];
        __syncthreads();
    }
    if (done)
        to[x] = next[t];
}
