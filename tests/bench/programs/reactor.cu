// reactor.cu: neutrons in a lattice of fuel pins: each flies, is scattered, absorbed or makes fission by chances that stand in tables of nuclides
// by energy (found by search, between two points), with resonances as poles in a window; counts by region and group of energies.
struct Point { double energy; float total, scatter, absorb, fission; };
struct Pole { double centre, width, height; };
struct Nuclide { int first, points, pole, poles; double mass; };
struct Counts { unsigned long long collisions, absorbed, fissions, leaked; };

__device__ static double next(unsigned long long &seed)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) * (1.0 / 9007199254740992.0);
}

__device__ static int find(const Point *p, int count, double energy)
{
    int low = 0, high = count - 1;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (p[middle].energy > energy)
            high = middle;
        else
            low = middle;
    }
    return low;
}

__device__ static void look_up(const Nuclide &n, const Point *points, const Pole *poles, double energy, double out[4])
{
    const Point *p = points + n.first;
    const int at = find(p, n.points, energy);
    const Point a = p[at], b = p[at + 1];
    double f = (energy - a.energy) / (b.energy - a.energy);
    f = fmin(fmax(f, 0.0), 1.0);
    out[0] = a.total + f * (b.total - a.total);
    out[1] = a.scatter + f * (b.scatter - a.scatter);
    out[2] = a.absorb + f * (b.absorb - a.absorb);
    out[3] = a.fission + f * (b.fission - a.fission);
    if (energy > 1e-6 && energy < 1e-2) {
        double peak = 0;
        for (int k = 0; k < n.poles; k++) {
            const Pole q = poles[n.pole + k];
            const double d = (energy - q.centre) / q.width;
            if (fabs(d) < 100.0)
                peak += q.height / (1.0 + d * d);
        }
        out[0] += peak;
        out[2] += peak;
    }
}

extern "C" __global__ void reactor(const Nuclide *nuclides, const Point *points, const Pole *poles, const int *start, const int *which,
                                   const double *amount, double *flux, Counts *counts, int neutrons, int most, double pitch, double radius,
                                   int pins, int groups)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= neutrons)
        return;
    unsigned long long seed = (unsigned long long)i * 0x9E3779B97F4A7C15ull + 12345;
    next(seed);
    const double size = pitch * pins;
    double x = size * next(seed), y = size * next(seed), energy = 2.0 * next(seed) + 0.1, weight = 1.0;
    double angle = 6.283185307179586 * next(seed), dx, dy;
    sincos(angle, &dy, &dx);
    for (int n = 0; n < most; n++) {
        // The region: fuel in the pin, its cladding, water around it.
        const double px = fmod(x, pitch) - 0.5 * pitch, py = fmod(y, pitch) - 0.5 * pitch, r2 = px * px + py * py;
        const int region = r2 < radius * radius ? 0 : r2 < 1.2 * radius * radius ? 1 : 2;
        double total = 0, sigma[4], chosen[4] = {};
        int hit = -1;
        for (int k = start[region]; k < start[region + 1]; k++) {
            look_up(nuclides[which[k]], points, poles, energy, sigma);
            total += amount[k] * sigma[0];
        }
        const double way = -log(next(seed) + 1e-300) / total;
        // As far as the next circle, or the collision.
        double edge = 1e30;
        const double b = px * dx + py * dy;
        for (int c = 0; c < 2; c++) {
            const double rr = (c ? 1.2 : 1.0) * radius * radius, disc = b * b - (r2 - rr);
            if (disc > 0) {
                const double root = sqrt(disc), near = -b - root, far = -b + root;
                if (near > 1e-9)
                    edge = fmin(edge, near);
                else if (far > 1e-9)
                    edge = fmin(edge, far);
            }
        }
        const double tx = dx > 0 ? (0.5 * pitch - px) / dx : dx < 0 ? (-0.5 * pitch - px) / dx : 1e30;
        const double ty = dy > 0 ? (0.5 * pitch - py) / dy : dy < 0 ? (-0.5 * pitch - py) / dy : 1e30;
        edge = fmin(edge, fmin(tx, ty)) + 1e-9;
        const double far = fmin(way, edge);
        x += far * dx, y += far * dy;
        int group = (int)(log10(energy + 1e-12) + 9.0);
        group = group < 0 ? 0 : group >= groups ? groups - 1 : group;
        atomicAdd(&flux[region * groups + group], weight * far);
        if (x <= 0 || x >= size || y <= 0 || y >= size) {
            atomicAdd(&counts->leaked, 1ull);
            return;
        }
        if (edge < way)
            continue;
        atomicAdd(&counts->collisions, 1ull);
        double dice = total * next(seed);
        for (int k = start[region]; k < start[region + 1]; k++) {
            look_up(nuclides[which[k]], points, poles, energy, sigma);
            dice -= amount[k] * sigma[0];
            if (dice <= 0 || k + 1 == start[region + 1]) {
                hit = which[k];
                for (int m = 0; m < 4; m++)
                    chosen[m] = sigma[m];
                break;
            }
        }
        const double roll = chosen[0] * next(seed);
        if (roll < chosen[3]) {
            atomicAdd(&counts->fissions, 1ull);
            return;
        }
        if (roll < chosen[3] + chosen[2]) {
            weight *= 0.5;
            if (weight < 0.1) {
                atomicAdd(&counts->absorbed, 1ull);
                return;
            }
            continue;
        }
        const double a = nuclides[hit].mass, cosine = 2.0 * next(seed) - 1.0;
        energy *= (a * a + 2.0 * a * cosine + 1.0) / ((a + 1.0) * (a + 1.0));
        energy = fmax(energy, 1e-9);
        angle += acos((1.0 + a * cosine) / sqrt(a * a + 2.0 * a * cosine + 1.0 + 1e-12)) * (next(seed) < 0.5 ? 1.0 : -1.0);
        sincos(angle, &dy, &dx);
    }
}
