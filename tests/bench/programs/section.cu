// section.cu: cross sections of materials: a search in a grid of energies for each nuclide, then five values between two.
struct Point {
    double energy, value[5];
};

extern "C" __global__ void section(const double *energies, const int *materials, const Point *grid, int points,
                                   const int *counts, const int *nuclides, const double *shares, int most, int n,
                                   double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double energy = energies[i], sum[5] = {0, 0, 0, 0, 0};
    int m = materials[i];
    for (int j = 0; j < counts[m]; j++) {
        int nuclide = nuclides[m * most + j];
        const Point *p = grid + (long)nuclide * points;
        long low = 0, high = points - 1, length = high - low;
        while (length > 1) {
            long middle = low + length / 2;
            if (p[middle].energy > energy)
                high = middle;
            else
                low = middle;
            length = high - low;
        }
        double f = (p[low + 1].energy - energy) / (p[low + 1].energy - p[low].energy);
        for (int k = 0; k < 5; k++)
            sum[k] += (p[low + 1].value[k] - f * (p[low + 1].value[k] - p[low].value[k])) * shares[m * most + j];
    }
    for (int k = 0; k < 5; k++)
        out[i * 5 + k] = sum[k];
}
