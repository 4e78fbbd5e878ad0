// dock.cu: energies of poses of a molecule: a thread a pose, over atoms of both molecules, with types looked up.
struct atom { float x, y, z; int type; };
struct kind { int bond; float radius, dry, charge; };
extern "C" __global__ void dock(const atom *protein, const atom *ligand, const kind *kinds, const float *pose, float *energy, int nprotein, int nligand, int poses)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= poses)
        return;
    float sx = sinf(pose[i]), cx = cosf(pose[i]), sy = sinf(pose[poses + i]), cy = cosf(pose[poses + i]);
    float tx = pose[2 * poses + i], ty = pose[3 * poses + i], tz = pose[4 * poses + i];
    float total = 0;
    for (int l = 0; l < nligand; l++) {
        atom a = ligand[l];
        kind ka = kinds[a.type];
        float x = cy * a.x + sy * a.z + tx, y = sx * sy * a.x + cx * a.y - sx * cy * a.z + ty, z = -cx * sy * a.x + sx * a.y + cx * cy * a.z + tz;
        for (int p = 0; p < nprotein; p++) {
            atom b = protein[p];
            kind kb = kinds[b.type];
            float dx = x - b.x, dy = y - b.y, dz = z - b.z;
            float d = sqrtf(dx * dx + dy * dy + dz * dz), r = ka.radius + kb.radius;
            float over = d - r;
            bool near = over < 0;
            if (near)
                total += (1 - d / r) * (kb.bond == 1 && ka.bond == 1 ? 2.f : 1.f);
            float q = ka.charge * kb.charge;
            float reach = kb.bond == 1 ? 4.f : 2.f;
            total += over < reach ? q * (near ? 1.f : 1 - over / reach) : 0.f;
            if (kb.dry < 0 && ka.dry > 0 && over < 3)
                total -= kb.dry * ka.dry * (near ? 1.f : 1 - over * 0.333f);
        }
    }
    energy[i] = total * 0.5f;
}
