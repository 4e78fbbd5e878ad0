// plate.cu: Laplace's equation in three dimensions: blocks of 32 x 4 go up through the layers with three of them in shared memory and a border that the
// first threads load.
#define BX 32
#define BY 4

__global__ void plate(int nx, int ny, int nz, int pitch, float *d_u1, float *d_u2)
{
    int indg, indg_h, indg0;
    int i, j, k, ind, ind_h, halo, active;
    float u2, sixth = 1.0f / 6.0f;
    int noff = nx + 0;
    __shared__ float u1[3 * (BX + 2) * (BY + 2)];
    noff = pitch * ny;
    k = threadIdx.x + threadIdx.y * BX;
    halo = k < 2 * (BX + BY + 2);
    if (halo) {
        if (threadIdx.y < 2) {
            i = threadIdx.x;
            j = threadIdx.y * (BY + 1) - 1;
        } else {
            i = (k % 2) * (BX + 1) - 1;
            j = k / 2 - BX - 1;
        }
        ind_h = (i + 1) + (j + 1) * (BX + 2) + (BX + 2) * (BY + 2);
        i = __mul24(i, 1) + __mul24(blockIdx.x, BX);
        j = j + __mul24(blockIdx.y, BY);
        indg_h = i + j * pitch;
        halo = (i >= 0) && (i < nx) && (j >= 0) && (j < ny);
    }
    i = threadIdx.x;
    j = threadIdx.y;
    ind = (i + 1) + (j + 1) * (BX + 2) + (BX + 2) * (BY + 2);
    i = i + __mul24(blockIdx.x, BX);
    j = j + __mul24(blockIdx.y, BY);
    indg = i + j * pitch;
    active = (i < nx) && (j < ny);
    if (active)
        u1[ind + (BX + 2) * (BY + 2)] = d_u1[indg];
    if (halo)
        u1[ind_h + (BX + 2) * (BY + 2)] = d_u1[indg_h];
    for (k = 0; k < nz; k++) {
        if (active) {
            indg0 = indg;
            indg = indg + noff;
            u1[ind - (BX + 2) * (BY + 2)] = u1[ind];
            u1[ind] = u1[ind + (BX + 2) * (BY + 2)];
            if (k < nz - 1)
                u1[ind + (BX + 2) * (BY + 2)] = d_u1[indg];
        }
        if (halo) {
            indg_h = indg_h + noff;
            u1[ind_h - (BX + 2) * (BY + 2)] = u1[ind_h];
            u1[ind_h] = u1[ind_h + (BX + 2) * (BY + 2)];
            if (k < nz - 1)
                u1[ind_h + (BX + 2) * (BY + 2)] = d_u1[indg_h];
        }
        __syncthreads();
        if (active) {
            if (i == 0 || i == nx - 1 || j == 0 || j == ny - 1 || k == 0 || k == nz - 1)
                u2 = u1[ind];
            else
                u2 = (u1[ind - 1] + u1[ind + 1] + u1[ind - (BX + 2)] + u1[ind + (BX + 2)] + u1[ind - (BX + 2) * (BY + 2)] +
                      u1[ind + (BX + 2) * (BY + 2)]) *
                     sixth;
            d_u2[indg0] = u2;
        }
        __syncthreads();
    }
}
