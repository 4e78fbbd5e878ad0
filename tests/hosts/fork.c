/* Launches in a process, in a child of it and in a child of that. */
#include <ptx2c.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern const ptx2c_module scene;

static int launch(void)
{
    static uint32_t x[4096];
    uint32_t *px = x, n = 4096;
    void *args[] = {&px, &n};
    const ptx2c_dim3 grid = {32, 1, 1}, block = {128, 1, 1};
    x[4095]++;
    return ptx2c_launch(ptx2c_find_kernel(&scene, "twice"), grid, block, 0, args) ? -1 : (int)x[4095];
}

static int child(int depth)
{
    const int got = launch();
    int status = 0;
    if (depth) {
        const pid_t pid = fork();
        if (pid == 0)
            _exit(child(depth - 1));
        waitpid(pid, &status, 0);
        status = WIFEXITED(status) ? WEXITSTATUS(status) : 100;
    }
    return got + status;
}

int main(void)
{
    printf("%d\n", child(2));
    return 0;
}
