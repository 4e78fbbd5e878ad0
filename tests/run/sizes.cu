// sizes.cu: memory that a thread accesses in pieces of several sizes, one after the other.
// nvcc -ptx -arch=compute_75 -Xcicc -O0 -o sizes.ptx sizes.cu

struct Fields {
    unsigned a : 3;
    int b : 7;
    unsigned long long c : 40;
    unsigned d : 1;
};

union Parts {
    unsigned long long whole;
    unsigned half[2];
    unsigned short quarter[4];
};

extern "C" __global__ void fields(const unsigned *in, unsigned long long *out)
{
    int i = threadIdx.x;
    Fields f;
    f.a = in[i];
    f.b = in[i] >> 3;
    f.c = (unsigned long long)in[i] * 77777;
    f.d = in[i] >> 31;
    f.b -= 5;
    f.a += 3;
    out[i] = f.a + f.b * 10ll + f.c * 3 + f.d;
}

extern "C" __global__ void own(const unsigned *in, unsigned long long *out)
{
    int i = threadIdx.x;
    Parts p[2];
    p[0].whole = in[i] * 0x100000001ull;
    p[0].half[0] += 5;
    p[1].whole = p[0].whole * 3;
    p[0].half[1] -= i;
    p[1].quarter[2] ^= p[0].quarter[1];
    out[i] = p[0].whole ^ p[1].whole << 1;
}

extern "C" __global__ void device(Parts *p, unsigned long long *out)
{
    int i = threadIdx.x;
    p[2 * i].half[0] = i;
    unsigned long long before = p[2 * i].whole;
    p[2 * i].half[1] = i + 7;
    out[2 * i] = before;
    out[2 * i + 1] = p[2 * i].whole;
    p[2 * i + 1].quarter[0] = i;
    p[2 * i + 1].half[0] += 1;
    p[2 * i + 1].quarter[1] = 3 * i;
}

extern "C" __global__ void block(const unsigned *in, unsigned long long *out)
{
    __shared__ Parts s[64];
    int i = threadIdx.x;
    s[i].half[0] = in[i];
    s[i].whole *= 3;
    s[i].half[1] = in[i] ^ i;
    out[i] = s[i].whole;
}
