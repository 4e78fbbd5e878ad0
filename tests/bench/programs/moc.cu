// moc.cu: neutrons along pieces of tracks through a reactor: a block a piece, a thread an energy group; sources of the region and of
// the axial pieces around are fitted by parabolas, exponentials stand in a table (in the style of SimpleMOC).
#define EGROUPS 100
#define FINE 5

typedef struct { float2 values[706]; float dx, maxVal; int N; } Table;

__device__ float interpolateTable(const Table *table, float x)
{
    if (x > table->maxVal)
        return 1.0f;
    int interval = (int)(x / table->dx + 0.5f * table->dx);
    interval = interval < 705 ? interval : 705;
    const float slope = table->values[interval].x, intercept = table->values[interval].y;
    return slope * x + intercept;
}

extern "C" __global__ void run_kernel(const float *__restrict__ fineSource, float *__restrict__ fineFlux, const float *__restrict__ sigT,
                                      const Table *__restrict__ table, const int *__restrict__ region, const int *__restrict__ axial,
                                      float *__restrict__ state, int segments)
{
    const int blockId = blockIdx.y * gridDim.x + blockIdx.x;
    if (blockId >= segments)
        return;
    const int g = threadIdx.x;
    if (g >= EGROUPS)
        return;
    const int QSR_id = region[blockId], FAI_id = axial[blockId];
    const float dz = 0.1f, zin = 0.3f, weight = 0.5f, mu = 0.9f, mu2 = 0.3f, ds = 0.7f;
    const int offset = QSR_id * FINE * EGROUPS;
    float q0, q1, q2;
    if (FAI_id == 0) {
        const float y2 = fineSource[offset + FAI_id * EGROUPS + g], y3 = fineSource[offset + (FAI_id + 1) * EGROUPS + g];
        const float c0 = y2, c1 = (y3 - y2) / dz;
        q0 = c0 + c1 * zin;
        q1 = c1;
        q2 = 0.0f;
    } else if (FAI_id == FINE - 1) {
        const float y1 = fineSource[offset + (FAI_id - 1) * EGROUPS + g], y2 = fineSource[offset + FAI_id * EGROUPS + g];
        const float c0 = y2, c1 = (y2 - y1) / dz;
        q0 = c0 + c1 * zin;
        q1 = c1;
        q2 = 0.0f;
    } else {
        const float y1 = fineSource[offset + (FAI_id - 1) * EGROUPS + g], y2 = fineSource[offset + FAI_id * EGROUPS + g];
        const float y3 = fineSource[offset + (FAI_id + 1) * EGROUPS + g];
        const float c0 = y2, c1 = (y1 - y3) / (2.0f * dz), c2 = (y1 - 2.0f * y2 + y3) / (2.0f * dz * dz);
        q0 = c0 + c1 * zin + c2 * zin * zin;
        q1 = c1 + 2.0f * c2 * zin;
        q2 = c2;
    }
    const float sigT_g = sigT[QSR_id * EGROUPS + g];
    const float tau = sigT_g * ds, sigT2 = sigT_g * sigT_g;
    const float expVal = interpolateTable(table, tau);
    const float reuse = tau * (tau - 2.0f) + 2.0f * expVal / (sigT_g * sigT2);
    const float psi = state[blockId % 64 * EGROUPS + g];
    float flux_integral = (q0 * tau + (sigT_g * psi - q0) * expVal) / sigT2 + q1 * mu * reuse +
                          q2 * mu2 * (tau * (tau * (tau - 3.0f) + 6.0f) - 6.0f * expVal) / (3.0f * sigT2 * sigT2);
    const float tally = weight * flux_integral;
    atomicAdd(&fineFlux[offset + FAI_id * EGROUPS + g], tally);
    const float t1 = q0 * expVal / sigT_g, t2 = q1 * mu * (tau - expVal) / sigT2, t3 = q2 * mu2 * reuse, t4 = psi * (1.0f - expVal);
    state[(64 + blockId) * EGROUPS + g] = t1 + t2 + t3 + t4;
}
