// adaptive.cu: many small systems of equations (Lorenz) with parameters of their own, each with steps as long as its error allows (Bogacki
// and Shampine, order 3 with 2), by a functor that a template takes.
struct Lorenz {
    float sigma, rho, beta;
    __device__ float3 operator()(const float3 &u) const
    {
        return make_float3(sigma * (u.y - u.x), u.x * (rho - u.z) - u.y, u.x * u.y - beta * u.z);
    }
};

__device__ inline float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ inline float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }

template <typename F> __device__ float3 solve(F f, float3 u, float end, float tolerance, int *steps)
{
    float t = 0.0f, h = 0.01f;
    int n = 0;
    float3 k1 = f(u);
    while (t < end && n < 10000) {
        n++;
        if (t + h > end)
            h = end - t;
        const float3 k2 = f(u + (0.5f * h) * k1);
        const float3 k3 = f(u + (0.75f * h) * k2);
        const float3 next = u + h * ((2.0f / 9.0f) * k1 + (1.0f / 3.0f) * k2 + (4.0f / 9.0f) * k3);
        const float3 k4 = f(next);
        const float3 e = h * ((-5.0f / 72.0f) * k1 + (1.0f / 12.0f) * k2 + (1.0f / 9.0f) * k3 + (-1.0f / 8.0f) * k4);
        const float error = sqrtf(e.x * e.x + e.y * e.y + e.z * e.z) / tolerance;
        if (error <= 1.0f) {
            t += h;
            u = next;
            k1 = k4;
        }
        h *= fminf(4.0f, fmaxf(0.2f, 0.9f * powf(error + 1e-10f, -1.0f / 3.0f)));
    }
    *steps = n;
    return u;
}

extern "C" __global__ void adaptive(float3 *state, const float *rho, int *steps, int n, float end, float tolerance)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        const Lorenz f = { 10.0f, rho[i], 8.0f / 3.0f };
        int taken;
        state[i] = solve(f, make_float3(1.0f, 0.5f, 0.25f), end, tolerance, &taken);
        steps[i] = taken;
    }
}
