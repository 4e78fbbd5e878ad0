// cells.cu: forces between particles in boxes and their neighbours' boxes, each box's particles through shared memory.
#define PER_BOX 100
#define THREADS 128

typedef struct { int x, y, z; int number; long offset; } Neighbour;
typedef struct { int x, y, z; int number; long offset; int neighbours; Neighbour n[26]; } Box;
typedef struct { double v, x, y, z; } Four;
typedef struct { double x, y, z; } Three;

#define DOT(a, b) ((a).x * (b).x + (a).y * (b).y + (a).z * (b).z)

extern "C" __global__ void forces(double alpha, int boxes, const Box *box, const Four *rv, const double *qv, Four *fv)
{
    int bx = blockIdx.x, tx = threadIdx.x, wtx = tx;
    if (bx < boxes) {
        double a2 = 2.0 * alpha * alpha;
        __shared__ Four ra[PER_BOX];
        __shared__ Four rb[PER_BOX];
        __shared__ double qb[PER_BOX];
        long first = box[bx].offset;
        const Four *rA = &rv[first];
        Four *fA = &fv[first];
        while (wtx < PER_BOX) {
            ra[wtx] = rA[wtx];
            wtx += THREADS;
        }
        wtx = tx;
        __syncthreads();
        for (int k = 0; k < 1 + box[bx].neighbours; k++) {
            int pointer = k == 0 ? bx : box[bx].n[k - 1].number;
            long j0 = box[pointer].offset;
            const Four *rB = &rv[j0];
            const double *qB = &qv[j0];
            while (wtx < PER_BOX) {
                rb[wtx] = rB[wtx];
                qb[wtx] = qB[wtx];
                wtx += THREADS;
            }
            wtx = tx;
            __syncthreads();
            while (wtx < PER_BOX) {
                for (int j = 0; j < PER_BOX; j++) {
                    double r2 = ra[wtx].v + rb[j].v - DOT(ra[wtx], rb[j]);
                    double vij = 1.0 / (1.0 + a2 * r2 + a2 * a2 * r2 * r2), fs = 2 * vij;
                    Three d = { ra[wtx].x - rb[j].x, ra[wtx].y - rb[j].y, ra[wtx].z - rb[j].z };
                    fA[wtx].v += qb[j] * vij;
                    fA[wtx].x += qb[j] * fs * d.x;
                    fA[wtx].y += qb[j] * fs * d.y;
                    fA[wtx].z += qb[j] * fs * d.z;
                }
                wtx += THREADS;
            }
            wtx = tx;
            __syncthreads();
        }
    }
}
