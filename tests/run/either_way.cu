// either_way.cu: sides of branches to which several conditions lead, each of which is asked only where that before did not tell.
// nvcc -arch=sm_80 -ptx

// One of several neighbours tells; how often the other side changed much is counted.
extern "C" __global__ void near(const float *in, const float *mark, float *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 || i >= n - 2)
        return;
    float m = mark[i], v = in[i];
    if (m * mark[i - 1] < 0.0f || m * mark[i + 1] < 0.0f || m * mark[i - 2] < 0.0f || m * mark[i + 2] < 0.0f)
        v = 0.5f * v + 0.25f * (mark[i + 2] - mark[i - 2]);
    else {
        float d = in[i + 1] - v, e = v - in[i - 1];
        float s = 0.0f;
        if (d * e > 0.0f)
            s = fabsf(d) < fabsf(e) ? d : e;
        if (m > 0.0f)
            v += s > 0.0f ? s * s : -s;
        else
            v -= s < 0.0f ? s : s * s * 0.5f;
    }
    out[i] = v;
    if (fabsf(v - in[i]) > 2.0f)
        atomicAdd(count, 1);
}

// Both must hold, or else; and what either side makes of what was read last.
extern "C" __global__ void both(const int *in, const int *other, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int a = in[i], b = -1;
    if (a > 3 && (b = other[a & 15]) > 5 && other[b & 15] != a) {
        if (a & 1)
            out[i] = a * b;
        else
            out[i] = a - b;
    } else if (a < 2 || in[(i + 1) % n] < 2 || in[(i + 2) % n] < 2)
        out[i] = b + 1000;
    else {
        int k = a % 3;
        while (k-- > 0)
            b += other[k];
        out[i] = b;
    }
}

// In a loop, with jumps out of it; among lanes of a warp, who meet behind.
extern "C" __global__ void rounds(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < 20; k++) {
        int a = in[(i + k) % n];
        if (a == 7 || in[(i + 3 * k) % n] == 7)
            sum += 3;
        else if (a > 14 && in[(i + 5 * k) % n] > 12)
            break;
        else
            sum -= a;
    }
    if (sum > 20 || in[sum & 7] > 8)
        sum = sum * 2;
    else
        sum = sum + in[i & 7];
    out[i] = sum + __shfl_xor_sync(0xffffffff, sum, 1);
}
