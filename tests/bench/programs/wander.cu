// wander.cu: how many ways of a given length on a lattice never meet themselves: each thread goes on from a beginning, step by step and
// back, with the rows of what it has been to and its steps in arrays of its own.
#define SIZE 32
#define STEPS 7

struct Start { unsigned rows[SIZE]; int x, y; };

extern "C" __global__ void wander(const Start *starts, unsigned *ways, unsigned *ends, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned rows[SIZE];
    for (int k = 0; k < SIZE; k++)
        rows[k] = starts[i].rows[k];
    int x = starts[i].x, y = starts[i].y, depth = 0;
    char step[STEPS + 1];
    unsigned found = 0, distance = 0;
    step[0] = 0;
    while (depth >= 0) {
        if (depth == STEPS || step[depth] == 4) {
            if (depth == STEPS) {
                found++;
                distance += (x - SIZE / 2) * (x - SIZE / 2) + (y - SIZE / 2) * (y - SIZE / 2);
            }
            if (--depth >= 0) {
                rows[y] &= ~(1u << x);
                switch (step[depth]++) {
                case 0: x--; break;
                case 1: x++; break;
                case 2: y--; break;
                default: y++;
                }
            }
            continue;
        }
        const int s = step[depth];
        const int nx = x + (s == 0) - (s == 1), ny = y + (s == 2) - (s == 3);
        if (rows[ny] >> nx & 1)
            step[depth]++;
        else {
            x = nx;
            y = ny;
            rows[y] |= 1u << x;
            step[++depth] = 0;
        }
    }
    ways[i] = found;
    ends[i] = distance;
}
