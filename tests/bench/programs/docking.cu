// docking.cu: how well a small molecule fits into a large one in each of many poses: atoms as records, kinds of atoms in shared memory,
// four poses a thread, energies of steric, electric and solvent forces (as proxy codes for docking have them).
// nvcc: -use_fast_math
struct Atom { float x, y, z; int kind; };
struct Sort { int bond; float radius, depth, charge; };

template <int POSES> __device__ __forceinline__ void dock(const Atom *large, const Atom *little, const Sort *kinds, const float *poses, float *energies, int nlarge,
                                                          int nlittle, int nkinds, int nposes)
{
    __shared__ Sort table[32];
    for (int i = threadIdx.x; i < nkinds; i += blockDim.x)
        table[i] = kinds[i];
    __syncthreads();
    int at = blockIdx.x * blockDim.x * POSES + threadIdx.x;
    float turn[POSES][3][4], sum[POSES];
    for (int p = 0; p < POSES; p++) {
        const int i = min(at + p * (int)blockDim.x, nposes - 1);
        const float sx = sinf(poses[i]), cx = cosf(poses[i]), sy = sinf(poses[nposes + i]), cy = cosf(poses[nposes + i]);
        const float sz = sinf(poses[2 * nposes + i]), cz = cosf(poses[2 * nposes + i]);
        turn[p][0][0] = cy * cz;
        turn[p][0][1] = sx * sy * cz - cx * sz;
        turn[p][0][2] = cx * sy * cz + sx * sz;
        turn[p][0][3] = poses[3 * nposes + i];
        turn[p][1][0] = cy * sz;
        turn[p][1][1] = sx * sy * sz + cx * cz;
        turn[p][1][2] = cx * sy * sz - sx * cz;
        turn[p][1][3] = poses[4 * nposes + i];
        turn[p][2][0] = -sy;
        turn[p][2][1] = sx * cy;
        turn[p][2][2] = cx * cy;
        turn[p][2][3] = poses[5 * nposes + i];
        sum[p] = 0.0f;
    }
    for (int l = 0; l < nlittle; l++) {
        const Atom a = little[l];
        const Sort ka = table[a.kind];
        float x[POSES], y[POSES], z[POSES];
        for (int p = 0; p < POSES; p++) {
            x[p] = turn[p][0][3] + a.x * turn[p][0][0] + a.y * turn[p][0][1] + a.z * turn[p][0][2];
            y[p] = turn[p][1][3] + a.x * turn[p][1][0] + a.y * turn[p][1][1] + a.z * turn[p][1][2];
            z[p] = turn[p][2][3] + a.x * turn[p][2][0] + a.y * turn[p][2][1] + a.z * turn[p][2][2];
        }
        for (int g = 0; g < nlarge; g++) {
            const Atom b = large[g];
            const Sort kb = table[b.kind];
            const float radii = ka.radius + kb.radius, inverse = 1.0f / radii;
            const float far = ka.bond == 1 && kb.bond == 1 ? 4.0f : 2.0f, charge = ka.charge * kb.charge;
            const bool greasy = ka.depth < 0.0f && kb.depth < 0.0f;
            for (int p = 0; p < POSES; p++) {
                const float dx = x[p] - b.x, dy = y[p] - b.y, dz = z[p] - b.z;
                const float d = sqrtf(dx * dx + dy * dy + dz * dz), over = d - radii;
                const bool inside = over < 0.0f;
                sum[p] += (1.0f - d * inverse) * (inside ? 38.0f : 0.0f);
                float e = charge * (inside ? 1.0f : 1.0f - over / far) * (over < far ? 1.0f : 0.0f);
                e = ka.bond == 2 ? -fabsf(e) : e;
                sum[p] += e;
                const float s = (ka.depth + kb.depth) * (inside ? 1.0f : 1.0f - over * 0.25f) * (over < 4.0f && greasy ? 1.0f : 0.0f);
                sum[p] += s;
            }
        }
    }
    for (int p = 0; p < POSES; p++)
        if (at + p * (int)blockDim.x < nposes)
            energies[at + p * blockDim.x] = sum[p] * 0.5f;
}

extern "C" __global__ void docking(const Atom *__restrict__ large, const Atom *__restrict__ little, const Sort *__restrict__ kinds, const float *__restrict__ poses,
                                   float *__restrict__ energies, int nlarge, int nlittle, int nkinds, int nposes)
{
    dock<4>(large, little, kinds, poses, energies, nlarge, nlittle, nkinds, nposes);
}
