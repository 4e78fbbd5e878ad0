#include <openacc.h>
#include <stdio.h>

int main(void)
{
    enum { ROWS = 40, COLUMNS = 50 };
    static int m[ROWS][COLUMNS];
    int counts[8] = {0}, most = 0, host = 1;
    long sum = 0;
#pragma acc parallel copy(m) copyout(host) num_gangs(5) num_workers(4) vector_length(32)
    {
        host = acc_on_device(acc_device_host);
#pragma acc loop gang
        for (int i = 0; i < ROWS; i++) {
            const int base = i * i;
#pragma acc loop worker vector
            for (int j = 0; j < COLUMNS; j++)
                m[i][j] = base + j;
        }
    }
#pragma acc parallel loop gang reduction(+ : sum) reduction(max : most) copyin(m) copy(sum, most, counts)
    for (int i = 0; i < ROWS; i++) {
        long row = 0;
#pragma acc loop vector reduction(+ : row)
        for (int j = 0; j < COLUMNS; j++) {
            row += m[i][j];
#pragma acc atomic
            counts[m[i][j] % 8]++;
        }
        sum += row * (i + 1);
        most = row > most ? (int)row : most;
    }
    fprintf(stderr, "host %d\n", host);
    printf("%ld %d %d %d\n", sum, most, counts[0], counts[5]);
    return 0;
}
