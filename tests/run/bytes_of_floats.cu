// bytes_of_floats.cu: floats as integers: clamped in one way or another, or not at all.
extern "C" __global__ void convert(const float *in, const unsigned *bytes, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = in[i];
    const unsigned b = bytes[i];
    unsigned *to = out + 12 * i;
    to[0] = (unsigned)(__saturatef(x) * 255.f);
    to[1] = (unsigned)fminf(fmaxf(x, 0.f), 255.f);
    to[2] = (unsigned)(int)fmaxf(fminf(x, 127.f), -128.f);
    to[3] = (unsigned)(int)x;
    to[4] = (unsigned)x;
    to[5] = (unsigned)(int)fminf(x, 3e9f);                        // above what fits
    to[6] = (unsigned)fmaxf(fminf(x, 2e9f), -0.5f);               // 0 from -0.5 on
    to[7] = (unsigned)fmaxf(fminf(x, 2e9f), -1.5f);               // no
    to[8] = (unsigned)((float)(b & 255) / 3.f + (float)(b >> 8 & 255) * 1000.f + (float)(b >> 24));
    to[9] = (unsigned)((float)b * 2.f);                           // may overflow
    to[10] = (unsigned)(int)(fabsf(fminf(fmaxf(x, -100.f), 50.f)) * -3.f);
    to[11] = (unsigned)(int)((double)(b >> 4) * 7.0 - 3e8);
}
