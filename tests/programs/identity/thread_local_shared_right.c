// expect: safe
// Another thread may reach an instance by its address while its owner lives.
#include <assert.h>
#include <pthread.h>

static _Thread_local int level = 3;

static void *worker(void *argument)
{
    int *of_main = argument;
    *of_main += level;
    level = 100;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &level);
    pthread_join(t, NULL);
    assert(level == 6);
    return 0;
}
