// expect: safe
// por: none optimal default
// Distances between elements of one array stay in it; so do an index that is a difference, and the lower half of one.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int values[4], other;

static void *set(void *argument)
{
    *(int *)((intptr_t)&values[0] + ((intptr_t)&values[3] - (intptr_t)&values[1])) = 7;
    values[&values[3] - &values[0]] = (int)((intptr_t)&values[1] - (intptr_t)&values[0]);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    other = 1;
    pthread_join(thread, 0);
    assert(values[2] == 7 && values[3] == 4 && other == 1);
    return 0;
}
