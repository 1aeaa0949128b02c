// expect: safe
// pthread_exit in main lets the others finish; with the last of them the program ends.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    x++;
    assert(x == 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_exit(NULL);
    assert(0);
}
