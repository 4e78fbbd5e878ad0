// flag_rounds.cu: rounds with barriers that go on until a flag is set: it is written under a condition that is the same for all threads, where one thread has
// something to store as well.
extern "C" __global__ void relax(double *field, int *rounds, int n, double enough)
{
    __shared__ double here[96], worst[96];
    double *row = field + blockIdx.x * n;
    const int t = threadIdx.x;
    bool going = true;
    here[t] = t < n ? row[t] : 0;
    int count = 0;
    __syncthreads();
    while (going) {
        const double next = t == 0 || t >= n - 1 ? here[t] : 0.5 * (here[t - 1] + here[t + 1]);
        worst[t] = fabs(next - here[t]);
        __syncthreads();
        here[t] = next;
        for (int k = 48; k >= 3; k /= 2) {
            if (t < k)
                worst[t] = fmax(worst[t], worst[t + k]);
            __syncthreads();
        }
        const double most = fmax(fmax(worst[0], worst[1]), worst[2]);
        count++;
        if (most < enough || count >= 400) {
            going = false;
            if (t == 0)
                rounds[blockIdx.x] = count;
        }
        __syncthreads();
    }
    if (t < n)
        row[t] = here[t];
}
// Numbers fall to where two of a block meet no more; the flag is a number that one side leaves as it is.
extern "C" __global__ void settle(unsigned *keys, unsigned *sweeps, unsigned limit)
{
    __shared__ unsigned key[64];
    __shared__ int moved;
    const unsigned t = threadIdx.x;
    key[t] = keys[blockIdx.x * 64 + t];
    unsigned more = 1, sweep = 0;
    do {
        if (t == 0)
            moved = 0;
        __syncthreads();
        const unsigned a = 2 * t + (sweep & 1);
        if (a + 1 < 64 && key[a] > key[a + 1]) {
            const unsigned k = key[a];
            key[a] = key[a + 1];
            key[a + 1] = k;
            moved = 1;
        }
        __syncthreads();
        sweep++;
        if (moved == 0 && sweep % 2 == 0) {
            if (t == 7)
                sweeps[blockIdx.x] = sweep;
            more = 0;
        } else if (sweep > limit) {
            if (t == 9)
                sweeps[blockIdx.x] = ~sweep;
            more = 0;
        }
        __syncthreads();
    } while (more);
    keys[blockIdx.x * 64 + t] = key[t];
}
