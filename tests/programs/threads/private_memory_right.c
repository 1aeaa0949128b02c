// expect: safe
// executions: none=2 classic=1
// Stack and heap that no other thread can reach are invisible: only main's two steps after the creation (reading x, and
// the join) and the thread's one write of y are visible, and x and y are independent. Under `none` the write of y
// comes before or after main reads x; the join waits for the thread's end either way.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x = 1, y;

static int work(int n)
{
    int *a = malloc(sizeof *a * (size_t)n), sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        sum += a[i];
    free(a);
    return sum;
}

static void *worker(void *argument)
{
    y = work(100);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int mine = work(50) + x;
    pthread_join(t, NULL);
    assert(mine == 1226);
    return 0;
}
