#include "host.h"

extern const ptx2c_module asserts;

static void run_one(const char *kernel, int bad)
{
    enum { N = 64 };
    static int data[2 * N], index[N];
    int *p = data, *at = index, n = N;
    for (int i = 0; i < N; i++) {
        data[i] = data[N + i] = i;
        index[i] = i == bad ? N + 1 : N - 1 - i;
    }
    int status = run(&asserts, kernel, 1, N, (void *[]){&p, &at, &n});
    bool ok = status || bad < 0;
    for (int i = 0; i < N && !status; i++)
        ok &= data[i] == (strcmp(kernel, "calls") == 0 ? N - 1 - i : 2 * (i + 1));
    printf("%s %d: %d\n", kernel, bad, ok);
}

int main(void)
{
    char path[] = "build/run/asserts.stderr", text[512];
    FILE *messages = freopen(path, "w+", stderr);
    run_one("checks", -1);
    run_one("calls", -1);
    run_one("checks", 33);
    run_one("calls", 5);
    if (!messages)
        return 1;
    rewind(messages);
    while (fgets(text, sizeof text, messages))
        fputs(text, stdout);
    fclose(messages);
    remove(path);
    return 0;
}
