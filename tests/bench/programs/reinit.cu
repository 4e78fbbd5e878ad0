// reinit.cu: a level set becomes a distance again, by steps that follow what is upwind (Godunov), of second order with limited slopes, and
// near the surface by where it is; neighbours of the border are the border's own. How much changed is counted.
__device__ __forceinline__ float minmod(float a, float b) { return a * b <= 0.0f ? 0.0f : (fabsf(a) < fabsf(b) ? a : b); }
__device__ __forceinline__ float positive(float a) { return a > 0.0f ? a : 0.0f; }
__device__ __forceinline__ float negative(float a) { return a < 0.0f ? a : 0.0f; }

extern "C" __global__ void reinit(const float *phi, const float *first, float *next, int *changed, int w, int h, float dx, float dt)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const int xm = max(x - 1, 0), xmm = max(x - 2, 0), xp = min(x + 1, w - 1), xpp = min(x + 2, w - 1);
    const int ym = max(y - 1, 0), ymm = max(y - 2, 0), yp = min(y + 1, h - 1), ypp = min(y + 2, h - 1);
    const int i = y * w + x;
    const float c = phi[i], c0 = first[i];
    const float l = phi[y * w + xm], ll = phi[y * w + xmm], r = phi[y * w + xp], rr = phi[y * w + xpp];
    const float d = phi[ym * w + x], dd = phi[ymm * w + x], u = phi[yp * w + x], uu = phi[ypp * w + x];
    float change;
    if (c0 * first[y * w + xm] < 0.0f || c0 * first[y * w + xp] < 0.0f || c0 * first[ym * w + x] < 0.0f || c0 * first[yp * w + x] < 0.0f) {
        const float gx = 0.5f * (first[y * w + xp] - first[y * w + xm]), gy = 0.5f * (first[yp * w + x] - first[ym * w + x]);
        const float far = c0 * dx / fmaxf(sqrtf(gx * gx + gy * gy), 1e-4f);
        change = -dt / dx * ((c0 > 0.0f ? 1.0f : -1.0f) * fabsf(c) - far);
    } else {
        const float cxx = r - 2.0f * c + l, cyy = u - 2.0f * c + d;
        const float a = (c - l + 0.5f * minmod(cxx, c - 2.0f * l + ll)) / dx, b = (r - c - 0.5f * minmod(cxx, rr - 2.0f * r + c)) / dx;
        const float e = (c - d + 0.5f * minmod(cyy, c - 2.0f * d + dd)) / dx, f = (u - c - 0.5f * minmod(cyy, uu - 2.0f * u + c)) / dx;
        float gx, gy;
        if (c0 > 0.0f) {
            gx = fmaxf(positive(a) * positive(a), negative(b) * negative(b));
            gy = fmaxf(positive(e) * positive(e), negative(f) * negative(f));
        } else {
            gx = fmaxf(negative(a) * negative(a), positive(b) * positive(b));
            gy = fmaxf(negative(e) * negative(e), positive(f) * positive(f));
        }
        change = -dt * c0 / sqrtf(c0 * c0 + dx * dx) * (sqrtf(gx + gy) - 1.0f);
    }
    next[i] = c + change;
    if (fabsf(change) > 0.05f * dx)
        atomicAdd(changed, 1);
}
