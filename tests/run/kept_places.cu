// What each thread looks through by strides of a constant, keeping the place of what it found, in rounds: compilers write the last few
// steps one behind the other, where places are the first one's and a constant.

// The nearest that was not taken yet, by whole numbers: a tree that grows by its shortest edge.
extern "C" __global__ void grow(const int *weights, int *near, int *order, int n)
{
    __shared__ int least[128], places[128];
    const int t = threadIdx.x;
    int at = 0;
    for (int i = t; i < n; i += 128)
        near[i] = i ? 1 << 30 : -1;
    __syncthreads();
    for (int round = 1; round < n; round++) {
        int best = 1 << 30, place = -1;
        for (int i = t; i < n; i += 128) {
            int d = near[i];
            if (d >= 0) {
                d = min(d, weights[at * n + i]);
                near[i] = d;
            }
            const bool nearer = d >= 0 && d < best;
            place = nearer ? i : place;
            best = nearer ? d : best;
        }
        least[t] = best;
        places[t] = place;
        __syncthreads();
        for (int half = 64; half > 0; half /= 2) {
            if (t < half && (least[t + half] < least[t] || (least[t + half] == least[t] && places[t + half] < places[t] && places[t + half] >= 0))) {
                least[t] = least[t + half];
                places[t] = places[t + half];
            }
            __syncthreads();
        }
        at = places[0];
        __syncthreads();
        if (t == 0) {
            order[round] = at;
            near[at] = -1;
        }
        __syncthreads();
    }
}

// Points chosen one after the other, each the farthest from all before it; the place is kept beside the distance.
extern "C" __global__ void scatter(const float *x, const float *y, float *far, int *chosen, int n, int count)
{
    __shared__ float most[64];
    __shared__ int places[64];
    const int t = threadIdx.x;
    int old = 0;
    for (int k = t; k < n; k += 64)
        far[k] = 1e10f;
    for (int c = 1; c < count; c++) {
        float best = -1.0f;
        int place = 0;
        const float x1 = x[old], y1 = y[old];
        for (int k = t; k < n; k += 64) {
            const float d = fminf((x[k] - x1) * (x[k] - x1) + (y[k] - y1) * (y[k] - y1), far[k]);
            far[k] = d;
            place = d > best ? k : place;
            best = d > best ? d : best;
        }
        most[t] = best;
        places[t] = place;
        __syncthreads();
        for (int half = 32; half > 0; half /= 2) {
            if (t < half && most[t + half] > most[t]) {
                most[t] = most[t + half];
                places[t] = places[t + half];
            }
            __syncthreads();
        }
        old = places[0];
        __syncthreads();
        if (t == 0)
            chosen[c] = old;
    }
}

// Places as numbers, in sums: moments of rows.
extern "C" __global__ void moments(const int *in, int *out, int n, int rows)
{
    const int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        int sum = 0, last = -1;
        for (int k = t; k < n; k += 96) {
            const int v = in[row * n + k];
            sum += v * k;
            last = v & 1 ? k : last;
        }
        out[row * 96 + t] = sum * 1000 + last;
    }
}
