// members.cu: a structure by value, whose members clang loads by a register that holds the parameter's place: what all threads branch on,
// a pointer, and an array of which each thread takes one (clang -x cuda --cuda-device-only -S --cuda-gpu-arch=sm_80 -O3).
struct Law {
    double slope;
    int kind, n;
    const float *in;
    float table[5];
};

extern "C" __global__ void apply(Law law, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= law.n)
        return;
    float x = law.in[i];
    if (law.kind == 1)
        x *= (float)law.slope;
    else if (law.kind == 2)
        x = x > 0 ? sqrtf(x) : x;
    out[i] = x + law.table[i % 5];
}
