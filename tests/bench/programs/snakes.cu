// snakes.cu: a field that draws contours to edges around cells: a block a cell, whose image stays in shared memory, until it moves little.
enum { THREADS = 192, MOST = 41 * 51 };
static __device__ float pull(float there, float here, float way, float sharp)
{
    const float d = there - here;
    return (atanf(d * way * sharp) * (1.0f / 3.14159f) + 0.5f) * d;
}
extern "C" __global__ void snakes(float **images, const float **edges, const int *heights, const int *widths, float vx, float vy, float e, int rounds,
                                  float enough)
{
    __shared__ float cell[MOST], kept[THREADS];
    __shared__ bool over;
    const int t = threadIdx.x, h = heights[blockIdx.x], w = widths[blockIdx.x], turns = (h * w + THREADS - 1) / THREADS;
    float *image = images[blockIdx.x];
    const float *edge = edges[blockIdx.x];
    const float mu = 0.5f, lambda = 8 * mu + 1, sharp = 1 / e;
    for (int at = t; at < h * w; at += THREADS)
        cell[at] = image[at];
    if (t == 0)
        over = false;
    __syncthreads();
    for (int round = 0; round < rounds && !over; round++) {
        float moved = 0;
        for (int turn = 0; turn < turns; turn++) { /* what a turn finds is stored behind the next one, which needs what was there */
            const int at = turn * THREADS + t, y = at / w, x = at - y * w;
            float next = 0, here = 0;
            if (y < h) {
                const int up = (y == 0 ? 0 : y - 1) * w, down = (y == h - 1 ? y : y + 1) * w, mid = y * w;
                const int left = x == 0 ? 0 : x - 1, right = x == w - 1 ? x : x + 1;
                here = cell[mid + x];
                float sum = pull(cell[up + left], here, vx - vy, sharp) + pull(cell[up + x], here, vx, sharp);
                sum += pull(cell[up + right], here, vx + vy, sharp) + pull(cell[mid + left], here, -vy, sharp);
                sum += pull(cell[mid + right], here, vy, sharp) + pull(cell[down + left], here, -vx - vy, sharp);
                sum += pull(cell[down + x], here, -vx, sharp) + pull(cell[down + right], here, vy - vx, sharp);
                next = here + mu / lambda * sum;
                next -= 1 / lambda * edge[at] * (next - edge[at]);
            }
            __syncthreads();
            if (turn > 0)
                cell[at - THREADS] = kept[t];
            if (turn < turns - 1)
                kept[t] = next;
            else if (y < h)
                cell[at] = next;
            moved += fabsf(next - here);
            __syncthreads();
        }
        kept[t] = moved;
        __syncthreads();
        if (t >= 128)
            kept[t - 128] += kept[t];
        __syncthreads();
        for (int half = 64; half > 0; half /= 2) {
            if (t < half)
                kept[t] += kept[t + half];
            __syncthreads();
        }
        if (t == 0 && kept[0] / (h * w) < enough)
            over = true;
        __syncthreads();
    }
    for (int at = t; at < h * w; at += THREADS)
        image[at] = cell[at];
}
