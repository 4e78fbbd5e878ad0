#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Node { int value; struct Node *next; } Node;

static void fill(int *squares)
{
#pragma omp taskloop shared(squares)
    for (int i = 0; i < 40; i++)
        squares[i] = i * i;
}
#pragma omp declare target to(fill)

int main(void)
{
    enum { N = 1000 };
    static float x[N], y[N];
    int counts[8] = {0}, squares[40] = {0}, host = 1, most = -1, listed = 0, locked = 0;
    double sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = (float)(i * 37 % 101);
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x) map(tofrom : y, counts)
    for (int i = 0; i < N; i++) {
        y[i] += 3 * x[i];
        sum += y[i];
#pragma omp atomic
        counts[i * i % 8]++;
    }
#pragma omp target map(tofrom : squares, host, most, listed, locked)
    {
        Node *list = NULL;
        host = omp_is_initial_device();
        for (int i = 0; i < 20; i++) {
            Node *n = malloc(sizeof *n);
            *n = (Node){i, list};
            list = n;
        }
        while (list) {
            Node *n = list;
            listed = listed * 3 % 1009 + n->value;
            list = n->next;
            free(n);
        }
#pragma omp parallel num_threads(4)
        {
#pragma omp single
            fill(squares);
#pragma omp for schedule(dynamic, 3)
            for (int i = 0; i < 40; i++) {
#pragma omp critical
                {
                    locked++;
                    most = squares[i] > most ? squares[i] : most;
                }
            }
        }
        printf("%d %d %d\n", listed, locked, most);
    }
    fprintf(stderr, "host %d\n", host);
    printf("%g %g %d %d %d\n", sum, y[N - 1], counts[0], counts[1], squares[39]);
    return 0;
}
