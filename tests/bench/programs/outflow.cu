// outflow.cu: the divergence of wind on a sphere's elements of 4 x 4 points: 16 layers of one element a block, its derivatives in shared memory.
#define NP 4
#define NLEV 16
extern "C" __global__ void outflow(const double *__restrict__ v, const double *__restrict__ dvv, const double *__restrict__ metdet,
                                   const double *__restrict__ dinv, const double rrearth, double *__restrict__ divergence)
{
    __shared__ double s_dvv[NP][NP];
    __shared__ double gv[NLEV][2][NP][NP];
    const int ie = blockIdx.x;
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    if (tz == 0)
        s_dvv[ty][tx] = dvv[ty * NP + tx];
    const double *mine = v + ((size_t)ie * NLEV + tz) * 2 * NP * NP;
    const double v1 = mine[ty * NP + tx];
    const double v2 = mine[NP * NP + ty * NP + tx];
    const double *d = dinv + (size_t)ie * 4 * NP * NP + ty * NP + tx;
    const double det = metdet[(size_t)ie * NP * NP + ty * NP + tx];
    gv[tz][0][ty][tx] = det * (d[0] * v1 + d[NP * NP] * v2);
    gv[tz][1][ty][tx] = det * (d[2 * NP * NP] * v1 + d[3 * NP * NP] * v2);
    __syncthreads();
    double dudx = 0, dvdy = 0;
    for (int i = 0; i < NP; i++) {
        dudx += s_dvv[tx][i] * gv[tz][0][ty][i];
        dvdy += s_dvv[ty][i] * gv[tz][1][i][tx];
    }
    divergence[((size_t)ie * NLEV + tz) * NP * NP + ty * NP + tx] = (dudx + dvdy) * (rrearth / det);
}
