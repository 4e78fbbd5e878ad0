// paint.cu: colours for the nodes of a graph so that neighbours differ: a round gives a colour to those that are greater, or less, than all neighbours without one.
extern "C" __global__ void round_of(int colour, int n, const int *first, const int *to, const int *weight, int *colours)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        bool most = true, least = true;
        if (colours[i] != -1)
            continue;
        const int own = weight[i];
        for (int k = first[i]; k < first[i + 1]; k++) {
            const int j = to[k], c = colours[j];
            if ((c != -1 && c != colour && c != colour + 1) || i == j)
                continue;
            const int w = weight[j];
            if (own <= w)
                most = false;
            if (own >= w)
                least = false;
        }
        if (most)
            colours[i] = colour;
        else if (least)
            colours[i] = colour + 1;
    }
}
