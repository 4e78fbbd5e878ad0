// deposit.cu: a step of particles in cells: each particle is pushed by the field between four nodes, then leaves its charge at the four
// nodes around by atomics; a last kernel makes the potential's right side of it.
struct Grid { int w, h; float dx, dt; };

extern "C" __global__ void push(float *x, float *y, float *vx, float *vy, const float *ex, const float *ey, Grid g, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float px = x[i] / g.dx, py = y[i] / g.dx;
        const int cx = (int)floorf(px), cy = (int)floorf(py);
        const float fx = px - cx, fy = py - cy;
        const int at = cy * g.w + cx;
        const float a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
        const float ax = a * ex[at] + b * ex[at + 1] + c * ex[at + g.w] + d * ex[at + g.w + 1];
        const float ay = a * ey[at] + b * ey[at + 1] + c * ey[at + g.w] + d * ey[at + g.w + 1];
        float ux = vx[i] - ax * g.dt, uy = vy[i] - ay * g.dt;
        float nx = x[i] + ux * g.dt, ny = y[i] + uy * g.dt;
        const float right = (g.w - 2) * g.dx, top = (g.h - 2) * g.dx;
        if (nx < 0) {
            nx = -nx;
            ux = -ux;
        }
        if (nx > right) {
            nx = 2 * right - nx;
            ux = -ux;
        }
        if (ny < 0)
            ny += top;
        else if (ny >= top)
            ny -= top;
        x[i] = nx;
        y[i] = ny;
        vx[i] = ux;
        vy[i] = uy;
    }
}

extern "C" __global__ void deposit(const float *x, const float *y, float *charge, Grid g, float q, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float px = x[i] / g.dx, py = y[i] / g.dx;
        const int cx = (int)floorf(px), cy = (int)floorf(py);
        const float fx = px - cx, fy = py - cy;
        float *at = charge + cy * g.w + cx;
        atomicAdd(at, q * (1 - fx) * (1 - fy));
        atomicAdd(at + 1, q * fx * (1 - fy));
        atomicAdd(at + g.w, q * (1 - fx) * fy);
        atomicAdd(at + g.w + 1, q * fx * fy);
    }
}

extern "C" __global__ void finish(const float *charge, float *right, Grid g, float background)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= g.w || y >= g.h)
        return;
    float rho = charge[y * g.w + x];
    if (x == 0 || x == g.w - 1)
        rho *= 2;
    if (y == 0 || y == g.h - 1)
        rho *= 2;
    right[y * g.w + x] = (background - rho) * g.dx * g.dx;
}
