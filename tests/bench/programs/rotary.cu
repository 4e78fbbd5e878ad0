// rotary.cu: pairs of numbers turned by an angle that a power of their place in a row, and the row's number, make.
extern "C" __global__ void rotary(float *q, const int *at, int heads, int length, float base)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x, token = blockIdx.y, half = length / 2;
    if (pair >= heads * half)
        return;
    int head = pair / half, i = pair % half;
    float angle = at[token] / powf(base, 2.0f * i / length);
    float c = cosf(angle), s = sinf(angle);
    float *v = q + ((size_t)token * heads + head) * length + 2 * i;
    float x = v[0], y = v[1];
    v[0] = x * c - y * s;
    v[1] = x * s + y * c;
}
