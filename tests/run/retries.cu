// Loops around compare-and-swap that nobody waits in, though others' writes decide how they go on.  nvcc -arch=sm_80 -ptx

// The largest of all, as a float; done early where it is there already.
extern "C" __global__ void largest(float *most, const float *x, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? x[i] : -1e30f;
    __syncthreads();
    for (int k = 64; k > 0; k /= 2) {
        if (t < k)
            s[t] = fmaxf(s[t], s[t + k]);
        __syncthreads();
    }
    if (t == 0) {
        int *a = (int *)most, old = *a, was;
        do {
            was = old;
            if (__int_as_float(was) >= s[0])
                break;
            old = atomicCAS(a, was, __float_as_int(s[0]));
        } while (was != old);
    }
}

// The sum, in double precision as machines had to that lacked it; none of the small ones.
extern "C" __global__ void add(double *sum, const float *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || x[i] < 0)
        return;
    unsigned long long *a = (unsigned long long *)sum, old = *a, was;
    do {
        was = old;
        old = atomicCAS(a, was, __double_as_longlong(x[i] + __longlong_as_double(was)));
    } while (was != old);
}

// The neighbours of the front's nodes that have not been reached yet become the next front.
extern "C" __global__ void reach(int *front, int *count, const int *row, const int *col, int *distance, int now, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int v = front[i];
    for (int e = row[v]; e < row[v + 1]; e++)
        if (atomicCAS(&distance[col[e]], -1, now) == -1)
            front[n + atomicAdd(count, 1)] = col[e];
}
