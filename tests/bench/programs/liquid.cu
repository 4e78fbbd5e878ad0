// liquid.cu: forces between the atoms of a liquid, each of which has a list of its neighbours, laid out by columns.
struct __align__(16) Atom { double x, y, z, w; };

#define CUTOFF2 16.0
#define LJ1 1.5
#define LJ2 2.0

extern "C" __global__ void liquid(Atom *force, const Atom *__restrict__ position, const int most,
                                  const int *__restrict__ neighbour, const int atoms)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Atom own = position[i], f = {0.0, 0.0, 0.0, 0.0};
    int j = 0;
    while (j < most) {
        int other = neighbour[j * atoms + i];
        Atom p = position[other];
        double dx = own.x - p.x, dy = own.y - p.y, dz = own.z - p.z;
        double r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < CUTOFF2) {
            double inverse = 1.0 / r2, r6 = inverse * inverse * inverse;
            double strength = inverse * r6 * (LJ1 * r6 - LJ2);
            f.x += dx * strength;
            f.y += dy * strength;
            f.z += dz * strength;
        }
        j++;
    }
    force[i] = f;
}
