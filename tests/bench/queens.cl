// queens.cl: in how many ways n queens stand in peace; a thread for each place of the first two.
__kernel void queens(int n, __global int *ways)
{
    int id = get_global_id(0);
    if (id >= n * n)
        return;
    unsigned all = (1u << n) - 1, first = 1u << (id / n), second = 1u << (id % n);
    unsigned column[16], left[16], right[16], free[16];
    int count = 0, depth = 2;
    if (((first | first << 1 | first >> 1) & second) == 0) {
        column[2] = first | second;
        left[2] = (first << 1 | second) << 1;
        right[2] = (first >> 1 | second) >> 1;
        free[2] = all & ~(column[2] | left[2] | right[2]);
        while (depth >= 2) {
            unsigned at = free[depth] & -free[depth];
            if (at == 0) {
                depth--;
                continue;
            }
            free[depth] ^= at;
            if (depth == n - 1) {
                count++;
                continue;
            }
            column[depth + 1] = column[depth] | at;
            left[depth + 1] = (left[depth] | at) << 1;
            right[depth + 1] = (right[depth] | at) >> 1;
            depth++;
            free[depth] = all & ~(column[depth] | left[depth] | right[depth]);
        }
    }
    ways[id] = count;
}
