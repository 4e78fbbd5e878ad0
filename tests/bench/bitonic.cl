// bitonic.cl: one step of a bitonic sorting network over 2^k keys, a thread per key.
__kernel void bitonic(__global unsigned *key, int width, int distance)
{
    int i = get_global_id(0), other = i ^ distance;
    if (other > i) {
        unsigned a = key[i], b = key[other];
        if ((a > b) == ((i & width) == 0)) {
            key[i] = b;
            key[other] = a;
        }
    }
}
