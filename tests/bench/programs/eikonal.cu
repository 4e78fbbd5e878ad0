// eikonal.cu: travel times by blocks of 4 x 4 x 4 that are on a list (fast iterative method): a block keeps its times and those around in
// shared memory and goes over them some times; whether it has converged.
#define BLOCK_LENGTH 4
#define VOLUME 64
#define INF 1e20f
#define SWAP(a, b, t) { t = a; a = b; b = t; }

__device__ float get_time_eikonal(float a, float b, float c, float s)
{
    float ret, tmp;
    if (a < b)
        SWAP(a, b, tmp);
    if (b < c)
        SWAP(b, c, tmp);
    if (a < b)
        SWAP(a, b, tmp);
    ret = INF;
    if (c < INF) {
        ret = c + s;
        if (ret > b) {
            tmp = (b + c + sqrtf(-(b * b) - (c * c) + 2 * b * c + 2 * s * s)) * 0.5f;
            if (tmp > b)
                ret = tmp;
            if (ret > a) {
                tmp = (a + b + c) * (a + b + c) - 3 * (a * a + b * b + c * c - s * s);
                tmp = (2 * (a + b + c) + sqrtf(4 * tmp)) / 6.0f;
                if (tmp > a)
                    ret = tmp;
            }
        }
    }
    return ret;
}

extern "C" __global__ void run_solver(const double *spd, const bool *mask, const float *sol_in, float *sol_out, int *con,
                                      const unsigned *list, int xdim, int ydim, int zdim, int nIter, int nActiveBlock)
{
    const unsigned list_idx = blockIdx.y * gridDim.x + blockIdx.x;
    if (list_idx < nActiveBlock) {
        const unsigned block_idx = list[list_idx];
        const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
        const int nx = xdim / BLOCK_LENGTH, ny = ydim / BLOCK_LENGTH;
        const int bx = block_idx % nx, by = block_idx / nx % ny, bz = block_idx / (nx * ny);
        const int x = bx * BLOCK_LENGTH + tx, y = by * BLOCK_LENGTH + ty, z = bz * BLOCK_LENGTH + tz;
        const int t_idx = (tz * BLOCK_LENGTH + ty) * BLOCK_LENGTH + tx, at = (z * ydim + y) * xdim + x;
        __shared__ float _sol[BLOCK_LENGTH + 2][BLOCK_LENGTH + 2][BLOCK_LENGTH + 2];
        __shared__ bool not_converged[VOLUME];
        const float F = (float)(1.0 / spd[at]);
        const bool isValid = mask[at];
        const int new_tx = tx + 1, new_ty = ty + 1, new_tz = tz + 1;
        _sol[new_tz][new_ty][new_tx] = sol_in[at];
        if (tx == 0)
            _sol[new_tz][new_ty][0] = x > 0 ? sol_in[at - 1] : INF;
        if (tx == BLOCK_LENGTH - 1)
            _sol[new_tz][new_ty][tx + 2] = x < xdim - 1 ? sol_in[at + 1] : INF;
        if (ty == 0)
            _sol[new_tz][0][new_tx] = y > 0 ? sol_in[at - xdim] : INF;
        if (ty == BLOCK_LENGTH - 1)
            _sol[new_tz][ty + 2][new_tx] = y < ydim - 1 ? sol_in[at + xdim] : INF;
        if (tz == 0)
            _sol[0][new_ty][new_tx] = z > 0 ? sol_in[at - xdim * ydim] : INF;
        if (tz == BLOCK_LENGTH - 1)
            _sol[tz + 2][new_ty][new_tx] = z < zdim - 1 ? sol_in[at + xdim * ydim] : INF;
        __syncthreads();
        float oldT = _sol[new_tz][new_ty][new_tx], newT = oldT;
        for (int iter = 0; iter < nIter; iter++) {
            if (isValid) {
                const float a = fminf(_sol[new_tz][new_ty][new_tx - 1], _sol[new_tz][new_ty][new_tx + 1]);
                const float b = fminf(_sol[new_tz][new_ty - 1][new_tx], _sol[new_tz][new_ty + 1][new_tx]);
                const float c = fminf(_sol[new_tz - 1][new_ty][new_tx], _sol[new_tz + 1][new_ty][new_tx]);
                const float tmp = get_time_eikonal(a, b, c, F);
                newT = fminf(tmp, oldT);
            }
            __syncthreads();
            if (isValid)
                _sol[new_tz][new_ty][new_tx] = newT;
            __syncthreads();
            if (isValid)
                oldT = newT;
        }
        if (isValid) {
            sol_out[at] = newT;
            not_converged[t_idx] = sol_in[at] - newT > 1e-6f;
        } else
            not_converged[t_idx] = false;
        __syncthreads();
        for (int i = VOLUME / 2; i > 0; i /= 2) {
            if (t_idx < i)
                not_converged[t_idx] = not_converged[t_idx] || not_converged[t_idx + i];
            __syncthreads();
        }
        if (t_idx == 0)
            con[block_idx] = !not_converged[0];
    }
}
