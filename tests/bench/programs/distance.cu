// distance.cu: how many letters must change to make a word of a pattern: a word to each thread, a row of the table its own.
#define LENGTH 24

extern "C" __global__ void distance(const char *words, int n, const char *pattern, int length, int *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int row[LENGTH + 1];
    for (int i = 0; i <= LENGTH; i++)
        row[i] = i;
    for (int j = 1; j <= length; j++) {
        int corner = row[0];
        row[0] = j;
        for (int i = 1; i <= LENGTH; i++) {
            int above = row[i], same = corner + (words[t * LENGTH + i - 1] != pattern[j - 1]);
            row[i] = min(min(above, row[i - 1]) + 1, same);
            corner = above;
        }
    }
    out[t] = row[LENGTH];
}
