// smooth.cu: a step of a solver for optical flow: tiles with borders that are mirrored at the picture's ends, then division.

extern "C" __global__ void smooth(const float *du0, const float *dv0, const float *ix, const float *iy, const float *iz,
                                  int w, int h, int stride, float alpha, float *du1, float *dv1)
{
    __shared__ volatile float du[(32 + 2) * (6 + 2)], dv[(32 + 2) * (6 + 2)];
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    const int at = threadIdx.x + 1 + (threadIdx.y + 1) * (32 + 2);
    int gx, gy;
    if (x >= w)
        gx = 2 * w - x - 1;
    else
        gx = x;
    gx = max(gx, 0);
    gy = y >= h ? 2 * h - y - 1 : y;
    du[at] = du0[gx + gy * stride];
    dv[at] = dv0[gx + gy * stride];
    int px = threadIdx.y, bx = blockIdx.x * 32;
    if (px == 0) {
        int by = blockIdx.y * 6, ry = max(by - 1, 0), ty = min(by + 6, h - 1);
        int s = min(x, w - 1);
        du[threadIdx.x + 1] = du0[s + ry * stride];
        dv[threadIdx.x + 1] = dv0[s + ry * stride];
        du[threadIdx.x + 1 + 7 * 34] = du0[s + ty * stride];
        dv[threadIdx.x + 1 + 7 * 34] = dv0[s + ty * stride];
    }
    if (threadIdx.x == 0) {
        int left = max(bx - 1, 0), right = min(bx + 32, w - 1), row = min(y, h - 1);
        du[(threadIdx.y + 1) * 34] = du0[left + row * stride];
        dv[(threadIdx.y + 1) * 34] = dv0[left + row * stride];
        du[(threadIdx.y + 1) * 34 + 33] = du0[right + row * stride];
        dv[(threadIdx.y + 1) * 34 + 33] = dv0[right + row * stride];
    }
    __syncthreads();
    if (x >= w || y >= h)
        return;
    float sumu = (du[at - 1] + du[at + 1] + du[at - 34] + du[at + 34]) * 0.25f;
    float sumv = (dv[at - 1] + dv[at + 1] + dv[at - 34] + dv[at + 34]) * 0.25f;
    int p = x + y * stride;
    float fraction = (ix[p] * sumu + iy[p] * sumv + iz[p]) / (ix[p] * ix[p] + iy[p] * iy[p] + alpha);
    du1[p] = sumu - ix[p] * fraction;
    dv1[p] = sumv - iy[p] * fraction;
}
