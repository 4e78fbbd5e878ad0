// hill.cu: how fast each cell makes a protein: Hill functions of how much there is of its regulators, whose exponents are
// data; with decay by a power law and a few powers with constant exponents, as models of reactions have them.
extern "C" __global__ void hill(const double *amount, const double *half, const double *exponent, const double *weight, double *rate,
                                int regulators, double order, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells)
        return;
    double sum = 0;
    for (int k = 0; k < regulators; k++) {
        double a = pow(amount[k * cells + i], exponent[k]);
        sum += weight[k] * a / (pow(half[k], exponent[k]) + a);
    }
    double x = amount[i], y = amount[cells + i];
    rate[i] = sum - 0.1 * pow(x, order) - 0.01 * pow(x * y, 0.75) + 0.002 * pow(y, 3.0) - 0.03 * pow(x + y, 1.5);
}
