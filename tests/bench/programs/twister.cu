// twister.cu: random numbers of a twisted shift register of 19 words, a generator a thread whose words are an array of its own,
// turned to normal numbers.
#define WORDS 19
#define HALF 9

struct Twist { unsigned a, b, c, seed; };

extern "C" __global__ void twister(float *out, const Twist *twists, int each, int generators)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= generators)
        return;
    unsigned state[WORDS];
    Twist w = twists[t];
    state[0] = w.seed;
    for (int i = 1; i < WORDS; i++)
        state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
    int at = 0;
    unsigned here = state[0];
    for (int o = 0; o < each; o++) {
        int next = at + 1, middle = at + HALF;
        if (next >= WORDS)
            next -= WORDS;
        if (middle >= WORDS)
            middle -= WORDS;
        const unsigned after = state[next], m = state[middle];
        unsigned x = (here & 0xFFFFFFFEu) | (after & 1u);
        x = m ^ (x >> 1) ^ ((x & 1) ? w.a : 0);
        state[at] = x;
        at = next;
        here = after;
        x ^= x >> 12;
        x ^= (x << 7) & w.b;
        x ^= (x << 15) & w.c;
        x ^= x >> 18;
        out[t + o * generators] = ((float)x + 1.0f) / 4294967296.0f;
    }
}

extern "C" __global__ void normal(float *v, int each, int generators)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= generators)
        return;
    for (int o = 0; o < each; o += 2) {
        float &p = v[t + o * generators], &q = v[t + (o + 1) * generators];
        const float r = sqrtf(-2.0f * logf(p)), phi = 6.28318530718f * q;
        p = r * cosf(phi);
        q = r * sinf(phi);
    }
}
