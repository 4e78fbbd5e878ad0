// once_round.cu: loops that a thread's number and the size of what they go over leave one round, and such that only look so.
extern "C" __global__ void copies(const int *in, int *out, int n)
{
    __shared__ int a[100], b[300], c[100];
    const int t = threadIdx.x;
    for (int i = t; i < 100; i += 1024)
        a[i] = in[i];
    for (int i = t; i < 300; i += 128)
        b[i] = in[i] * 3;
    for (unsigned i = t - 5; i < 100; i += 64) // the first five begin far above
        c[i] = 7;
    __syncthreads();
    int sum = 0;
    for (int i = t; i < 100; i += 1024)
        for (int k = 0; k < n; k++)
            sum += a[(i + k) % 100] - b[3 * i];
    for (int i = 1023 - t; i >= 0; i -= 1024)
        sum += b[i % 300];
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (k > 3)
            sum += 1000;
        if (k < 0)
            sum += 100000;
        k += t < 900 ? 1 : -1;
    }
    out[t] = sum + c[t % 95] + max(t - 3, -3) + min(t + k, 4000);
}

extern "C" __global__ __launch_bounds__(64) void few(const int *in, int *out)
{
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = t; i < 64; i += 64)
        sum += in[i];
    for (int i = t; i < 65; i += 64)
        sum += in[i];
    if (t >= 64)
        sum = -1;
    out[t] = sum;
}
