// anisotropic.cu: diffusion that stops at edges, in tiles of 16 x 16 in shared memory, neighbours outside the tile from memory.
#define S 16

extern "C" __global__ void coefficients(float *east, float *west, float *north, float *south, const float *j, float *c, int cols,
                                        int rows, float q0)
{
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int index = cols * S * by + S * bx + cols * ty + tx;
    int index_n = cols * S * by + S * bx + tx - cols;
    int index_s = cols * S * by + S * bx + cols * S + tx;
    int index_w = cols * S * by + S * bx + cols * ty - 1;
    int index_e = cols * S * by + S * bx + cols * ty + S;
    float n, w, e, s, jc, g2, l, num, den, q;
    __shared__ float temp[S][S], result[S][S];
    __shared__ float tn[S][S], ts[S][S], te[S][S], tw[S][S];
    tn[ty][tx] = by == 0 ? j[S * bx + tx] : j[index_n];
    ts[ty][tx] = by == gridDim.y - 1 ? j[cols * S * (gridDim.y - 1) + S * bx + cols * (S - 1) + tx] : j[index_s];
    __syncthreads();
    tw[ty][tx] = bx == 0 ? j[cols * S * by + cols * ty] : j[index_w];
    te[ty][tx] = bx == gridDim.x - 1 ? j[cols * S * by + S * (gridDim.x - 1) + cols * ty + S - 1] : j[index_e];
    __syncthreads();
    temp[ty][tx] = j[index];
    __syncthreads();
    jc = temp[ty][tx];
    n = (ty == 0 ? tn[ty][tx] : temp[ty - 1][tx]) - jc;
    s = (ty == S - 1 ? ts[ty][tx] : temp[ty + 1][tx]) - jc;
    w = (tx == 0 ? tw[ty][tx] : temp[ty][tx - 1]) - jc;
    e = (tx == S - 1 ? te[ty][tx] : temp[ty][tx + 1]) - jc;
    g2 = (n * n + s * s + w * w + e * e) / (jc * jc);
    l = (n + s + w + e) / jc;
    num = 0.5f * g2 - (1.0f / 16.0f) * (l * l);
    den = 1 + 0.25f * l;
    q = num / (den * den);
    den = (q - q0) / (q0 * (1 + q0));
    result[ty][tx] = 1.0f / (1.0f + den);
    if (result[ty][tx] < 0)
        result[ty][tx] = 0;
    else if (result[ty][tx] > 1)
        result[ty][tx] = 1;
    __syncthreads();
    c[index] = result[ty][tx];
    east[index] = e;
    west[index] = w;
    south[index] = s;
    north[index] = n;
}

extern "C" __global__ void divergence(const float *east, const float *west, const float *north, const float *south, float *j,
                                      const float *c, int cols, int rows, float lambda)
{
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int index = cols * S * by + S * bx + cols * ty + tx;
    int index_s = cols * S * by + S * bx + cols * S + tx;
    int index_e = cols * S * by + S * bx + cols * ty + S;
    __shared__ float south_c[S][S], east_c[S][S], tile_c[S][S], tile[S][S];
    tile[ty][tx] = j[index];
    __syncthreads();
    south_c[ty][tx] = by == gridDim.y - 1 ? c[cols * S * (gridDim.y - 1) + S * bx + cols * (S - 1) + tx] : c[index_s];
    __syncthreads();
    east_c[ty][tx] = bx == gridDim.x - 1 ? c[cols * S * by + S * (gridDim.x - 1) + cols * ty + S - 1] : c[index_e];
    __syncthreads();
    tile_c[ty][tx] = c[index];
    __syncthreads();
    float cc = tile_c[ty][tx];
    float cs = ty == S - 1 ? south_c[ty][tx] : tile_c[ty + 1][tx];
    float ce = tx == S - 1 ? east_c[ty][tx] : tile_c[ty][tx + 1];
    float d = cc * north[index] + cs * south[index] + cc * west[index] + ce * east[index];
    j[index] = tile[ty][tx] + 0.25f * lambda * d;
}
