// photons.cu: light in layers of tissue: packets of photons take steps by chance, lose weight where they are, are scattered, reflected or
// refracted between layers, and play roulette when they are weak; what is absorbed is added up in a grid of depth and radius.
struct Layer { float from, to, index, absorb, scatter, forward; };
struct Packet { float x, y, z, ux, uy, uz, weight; int layer; };

__constant__ int columns = 40;

__device__ unsigned next(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}
__device__ float chance(unsigned &s) { return ((next(s) >> 8) + 0.5f) * 5.9604645e-8f; }

__device__ float mirrored(float n1, float n2, float c1, float &c2)
{
    if (n1 == n2) {
        c2 = c1;
        return 0.0f;
    }
    const float s1 = sqrtf(1.0f - c1 * c1), s2 = n1 * s1 / n2;
    if (s2 >= 1.0f) {
        c2 = 0.0f;
        return 1.0f;
    }
    c2 = sqrtf(1.0f - s2 * s2);
    const float a = (n1 * c1 - n2 * c2) / (n1 * c1 + n2 * c2), b = (n1 * c2 - n2 * c1) / (n1 * c2 + n2 * c1);
    return 0.5f * (a * a + b * b);
}

extern "C" __global__ void photons(const Layer *layers, int count, unsigned *absorbed, unsigned *out, int packets, int most, unsigned seed,
                                   float cell)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= packets)
        return;
    unsigned s = (id + 1) * 2654435761u ^ seed;
    for (int i = 0; i < 8; i++)
        next(s);
    Packet p = { 0, 0, 0, 0, 0, 1, 1, 0 };
    float rest = 0.0f;
    for (int step = 0; step < most; step++) {
        const Layer l = layers[p.layer];
        const float both = l.absorb + l.scatter;
        if (rest <= 0.0f)
            rest = -logf(chance(s));
        float way = rest / both;
        bool hit = false;
        if (p.uz > 0.0f && p.z + way * p.uz > l.to) {
            way = (l.to - p.z) / p.uz;
            hit = true;
        } else if (p.uz < 0.0f && p.z + way * p.uz < l.from) {
            way = (l.from - p.z) / p.uz;
            hit = true;
        }
        p.x += way * p.ux;
        p.y += way * p.uy;
        p.z += way * p.uz;
        rest -= way * both;
        if (hit) {
            const int other = p.uz > 0.0f ? p.layer + 1 : p.layer - 1;
            const float index = other < 0 || other >= count ? 1.0f : layers[other].index;
            float cosine;
            const float r = mirrored(l.index, index, fabsf(p.uz), cosine);
            if (chance(s) <= r)
                p.uz = -p.uz;
            else {
                if (other < 0 || other >= count) {
                    atomicAdd(&out[other < 0 ? 0 : 1], (unsigned)(p.weight * 1024.0f));
                    return;
                }
                p.ux *= l.index / index;
                p.uy *= l.index / index;
                p.uz = p.uz > 0.0f ? cosine : -cosine;
                p.layer = other;
            }
            continue;
        }
        rest = 0.0f;
        const float lost = p.weight * l.absorb / both;
        p.weight -= lost;
        const int row = min((int)(p.z / cell), columns - 1), column = min((int)(sqrtf(p.x * p.x + p.y * p.y) / cell), columns - 1);
        atomicAdd(&absorbed[row * columns + column], (unsigned)(lost * 1024.0f));
        float cosine;
        if (l.forward == 0.0f)
            cosine = 2.0f * chance(s) - 1.0f;
        else {
            const float t = (1.0f - l.forward * l.forward) / (1.0f - l.forward + 2.0f * l.forward * chance(s));
            cosine = (1.0f + l.forward * l.forward - t * t) / (2.0f * l.forward);
        }
        const float sine = sqrtf(fmaxf(1.0f - cosine * cosine, 0.0f));
        float sp, cp;
        sincosf(6.2831853f * chance(s), &sp, &cp);
        if (fabsf(p.uz) > 0.99999f) {
            p.ux = sine * cp;
            p.uy = sine * sp;
            p.uz = copysignf(cosine, p.uz);
        } else {
            const float root = sqrtf(1.0f - p.uz * p.uz), x = p.ux, y = p.uy, z = p.uz;
            p.ux = sine * (x * z * cp - y * sp) / root + x * cosine;
            p.uy = sine * (y * z * cp + x * sp) / root + y * cosine;
            p.uz = -sine * cp * root + z * cosine;
        }
        if (p.weight < 0.01f) {
            if (chance(s) > 0.1f)
                return;
            p.weight *= 10.0f;
        }
    }
}
