/* Fewer arguments than parameters, where the launch can see it. */
#include <ptx2c.h>
#include <stdio.h>
#include <stdlib.h>

extern const ptx2c_module scene;

int main(void)
{
    const ptx2c_kernel *k = ptx2c_find_kernel(&scene, "twice");
    const ptx2c_dim3 one = {1, 1, 1};
    uint32_t x[1] = {21}, *px = x, n = 1;
    void *none[1] = {NULL}, **few = malloc(sizeof *few), *all[] = {&px, &n};
    if (!few)
        return 1;
    few[0] = &px;
    printf("%d %d ", ptx2c_launch(k, one, one, 0, NULL), ptx2c_launch(k, one, one, 0, none));
    printf("%d %d ", ptx2c_launch(k, one, one, 0, few), ptx2c_launch_clusters(k, one, one, one, 0, few));
    printf("%d ", ptx2c_launch(k, one, one, 0, all));
    printf("%d\n", (int)x[0]);
    free(few);
    return 0;
}
