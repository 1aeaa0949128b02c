// expect: safe
// case: classic=4 source=4 optimal=4 prune=off prune-classic=off
// prune: with it the machine does not decide late which write was the last, and there are far too many orders
// Two threads write the same 300 cells, C(600, 300) orders. main looks at the first and the last, whose last writes can
// be any: 4 executions.
#include <assert.h>
#include <pthread.h>

static int cells[300];

static void *fill(void *argument)
{
    for (int i = 0; i < 300; i++)
        cells[i] = *(int *)argument;
    return argument;
}

int main(void)
{
    pthread_t t[2];
    int values[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, fill, &values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(cells[0] == 1 || cells[0] == 2);
    assert(cells[299] == 1 || cells[299] == 2);
    return 0;
}
