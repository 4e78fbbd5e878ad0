#include <ptx2c.h>
#include <stdio.h>
#include <string.h>

extern const ptx2c_module bag_sums;
enum { BAGS = 50, WORDS = 40, MOST = 100 };

int main(void)
{
    static int index[BAGS * 8], offset[BAGS + 1];
    static float weight[WORDS * MOST], out[BAGS * MOST];
    int *i = index, *o = offset, wrong = 0;
    float *w = weight, *to = out;
    for (int k = 0; k < BAGS; k++)
        offset[k + 1] = offset[k] + k % 9 % 8;
    for (int k = 0; k < offset[BAGS]; k++)
        index[k] = k * 7 % WORDS;
    for (int k = 0; k < WORDS * MOST; k++)
        weight[k] = (float)(k % 13);
    for (int64_t width = 31, bags = BAGS; width <= MOST; width += 23) {
        memset(out, 0, sizeof out);
        int status = ptx2c_launch(ptx2c_find_kernel(&bag_sums, "bag_sums"), (ptx2c_dim3){7, 1, 1}, (ptx2c_dim3){32, 1, 1}, 0,
                                  (void *[]){&i, &o, &w, &to, &width, &bags});
        if (status)
            printf("%s\n", ptx2c_strerror(status));
        for (int k = 0; k < BAGS * width; k++) {
            float sum = 0;
            for (int j = offset[k / width]; j < offset[k / width + 1]; j++)
                sum += weight[index[j] * width + k % width];
            wrong += out[k] != sum;
        }
    }
    printf("wrong: %d\n", wrong);
    return 0;
}
