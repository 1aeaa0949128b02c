// expect: safe
// One instance for each thread, with the initial value, at an address of its own.
#include <assert.h>
#include <pthread.h>

static _Thread_local int level = 3;
static __thread char name[4] = "abc";
static int *other;

static void *worker(void *argument)
{
    assert(level == 3 && name[2] == 'c');
    level = 10;
    name[0] = 'z';
    other = &level;
    return argument;
}

int main(void)
{
    level = 5;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(level == 5 && name[0] == 'a');
    assert(other != &level);
    return 0;
}
