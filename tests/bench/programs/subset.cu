// subset.cu: how far pieces of a speckled surface have moved between two pictures: a piece a block, whose threads go over its pixels in a loop by
// rest and quotient; gradients, a matrix of 2 x 2 and steps of Gauss and Newton until they are short.
#define NUMBER_THREADS 128
#define SIZE 25
#define ELEM (SIZE * SIZE)
#define CLIP(v, n) ((v) < 0 ? 0 : (v) > (n) - 2 ? (n) - 2 : (v))
typedef struct { int cols, rows, endo_points, max_steps; float enough; } params_common;
typedef struct { const int *d_row, *d_col; float *d_u, *d_v; int *d_steps; } params_unique;
__shared__ float s_sum[5][NUMBER_THREADS];
static __device__ float interpolate(const float *d, float r, float c, int rows, int cols)
{
    int r0 = (int)floorf(r), c0 = (int)floorf(c);
    r0 = CLIP(r0, rows);
    c0 = CLIP(c0, cols);
    const float fr = r - r0, fc = c - c0;
    const int p = c0 * rows + r0;
    return (1 - fr) * (1 - fc) * d[p] + fr * (1 - fc) * d[p + 1] + (1 - fr) * fc * d[p + rows] + fr * fc * d[p + rows + 1];
}
extern "C" __global__ void subset(params_common common, params_unique unique, const float *d_ref, const float *d_def)
{
    const int bx = blockIdx.x, tx = threadIdx.x;
    int ei_new;
    float u = 0, v = 0;
    const int r_beg = unique.d_row[bx] - SIZE / 2, c_beg = unique.d_col[bx] - SIZE / 2;
    int step;
    for (step = 0; step < common.max_steps; step++) {
        float h11 = 0, h12 = 0, h22 = 0, b1 = 0, b2 = 0;
        ei_new = tx;
        while (ei_new < ELEM) {
            int row = (ei_new + 1) % SIZE - 1;
            int col = (ei_new + 1) / SIZE + 1 - 1;
            if ((ei_new + 1) % SIZE == 0) {
                row = SIZE - 1;
                col = col - 1;
            }
            const int ori = (c_beg + col) * common.rows + r_beg + row;
            const float gr = 0.5f * (d_ref[ori + 1] - d_ref[ori - 1]);
            const float gc = 0.5f * (d_ref[ori + common.rows] - d_ref[ori - common.rows]);
            const float e = d_ref[ori] - interpolate(d_def, r_beg + row + u, c_beg + col + v, common.rows, common.cols);
            h11 += gr * gr;
            h12 += gr * gc;
            h22 += gc * gc;
            b1 += gr * e;
            b2 += gc * e;
            ei_new = ei_new + NUMBER_THREADS;
        }
        s_sum[0][tx] = h11;
        s_sum[1][tx] = h12;
        s_sum[2][tx] = h22;
        s_sum[3][tx] = b1;
        s_sum[4][tx] = b2;
        __syncthreads();
        for (int i = 2; i <= NUMBER_THREADS; i = 2 * i) {
            if ((tx + 1) % i == 0)
                for (int k = 0; k < 5; k++)
                    s_sum[k][tx] = s_sum[k][tx] + s_sum[k][tx - i / 2];
            __syncthreads();
        }
        h11 = s_sum[0][NUMBER_THREADS - 1];
        h12 = s_sum[1][NUMBER_THREADS - 1];
        h22 = s_sum[2][NUMBER_THREADS - 1];
        b1 = s_sum[3][NUMBER_THREADS - 1];
        b2 = s_sum[4][NUMBER_THREADS - 1];
        __syncthreads();
        const float det = h11 * h22 - h12 * h12 + 1e-12f;
        const float du = (h22 * b1 - h12 * b2) / det, dv = (h11 * b2 - h12 * b1) / det;
        u += du;
        v += dv;
        if (du * du + dv * dv < common.enough)
            break;
    }
    if (tx == 0) {
        unique.d_u[bx] = u;
        unique.d_v[bx] = v;
        unique.d_steps[bx] = step;
    }
}
