// windows.cu: loops over windows around places, zero outside: conditions that hold for some lanes of a chunk, in each round for others.
#define W 60
#define H 9

// A width known to the compiler, which makes one unsigned comparison of two.
extern "C" __global__ void fixed(const float *in, const float *f, float *out, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    float s = 0;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++) {
            int xx = x + dx, yy = y + dy;
            float v = xx >= 0 && xx < W && yy >= 0 && yy < H ? in[yy * W + xx] : 0.0f;
            s += v * f[(dy + r) * (2 * r + 1) + dx + r];
        }
    out[y * W + x] = s;
}

// Any width; places of 32 bits without signs, which wrap in front of the first row; the least of a window, and how many there are.
extern "C" __global__ void least(const int *in, int *out, int *count, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    int best = 0x7fffffff, n = 0;
    for (int dy = -r; dy <= r; dy++) {
        if (y + dy < 0 || y + dy >= h)
            continue;
        for (int dx = -r; dx <= r; dx++) {
            unsigned at = (unsigned)(y + dy) * (unsigned)w + (unsigned)(x + dx);
            if (x + dx >= 0 && x + dx < w) {
                best = min(best, in[at]);
                n++;
            }
        }
    }
    out[y * w + x] = best;
    count[y * w + x] = n;
}

// What each round stores, it stores for some.
extern "C" __global__ void steps(const int *in, int *out, int w, int rounds)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        int at = x - 3 + k * 5;
        if (at >= 0 && at < w)
            out[k * w + at] = in[at] * (k + 1) + x;
    }
}

// Along a row of places that a quotient tells.
extern "C" __global__ void rows(const float *in, float *out, int w, int h, int r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, y = i / w, x = i % w;
    if (y >= h)
        return;
    float s = 0;
    for (int d = -r; d <= r; d++) {
        int xx = x + d;
        if (xx >= 0 && xx < w && in[y * w + xx] > 0)
            s += in[y * w + xx] * (d + r + 1);
    }
    out[i] = s;
}

// No loop: neighbours that some have.
extern "C" __global__ void cross(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const float *p = in + y * w + x;
    float a = x > 1 ? p[-2] : 0, b = x > 0 ? p[-1] : 0, c = x < w - 1 ? p[1] : 0, d = x < w - 2 ? p[2] : 0;
    float e = y > 0 ? p[-w] : 0, g = y < h - 1 ? p[w] : 0;
    out[y * w + x] = a - 2 * b + 3 * p[0] - 4 * c + 5 * d + e * g;
}

// A power whose rare ways jump, then sines: loops over lanes of their own for what can be done in vectors.
extern "C" __global__ void turn(float *v, const int *pos, int n, int pairs, float base)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int pair = i % pairs, row = i / pairs;
    float a = pos[row] / powf(base, 2.0f * pair / pairs);
    float c = cosf(a), s = sinf(a), x = v[2 * i], y = v[2 * i + 1];
    v[2 * i] = x * c - y * s;
    v[2 * i + 1] = x * s + y * c;
}
