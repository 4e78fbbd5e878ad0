// lookup.cu: cross sections: each thread draws an energy and a material, searches a grid of energies and adds up five numbers of each of its nuclides.
struct point { double energy, xs[5]; };
extern "C" __global__ void lookup(const double *grid, const int *index, const point *nuclide, const int *count, const int *kinds, const double *share, double *out, int lookups, int points, int nuclides, int most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lookups)
        return;
    unsigned long long seed = i * 2806196910506780709ULL + 1;
    seed = seed * 2806196910506780709ULL + 1;
    double e = (double)(seed >> 12) / (double)(1ULL << 52);
    seed = seed * 2806196910506780709ULL + 1;
    int mat = (int)(seed >> 40) % 4;
    int lo = 0, hi = points * nuclides - 1;
    while (hi - lo > 1) {
        int mid = lo + (hi - lo) / 2;
        if (grid[mid] > e)
            hi = mid;
        else
            lo = mid;
    }
    double sum[5] = {0, 0, 0, 0, 0};
    for (int k = 0; k < count[mat]; k++) {
        int n = kinds[mat * most + k];
        int at = index[lo * nuclides + n];
        const point *low = nuclide + n * points + (at == points - 1 ? at - 1 : at), *high = low + 1;
        double f = (high->energy - e) / (high->energy - low->energy);
        double w = share[mat * most + k];
        for (int j = 0; j < 5; j++)
            sum[j] += w * (high->xs[j] - f * (high->xs[j] - low->xs[j]));
    }
    double max = -1;
    int which = 0;
    for (int j = 0; j < 5; j++)
        if (sum[j] > max) {
            max = sum[j];
            which = j;
        }
    out[i] = max + which;
}
