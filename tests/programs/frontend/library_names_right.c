// files: support/library_names.i
// expect: safe
// Variables that are called like functions of the C library, and functions without a result that are called before they are
// defined; GCC warns, and compiles.
#include <assert.h>
#include <pthread.h>

int index = 1;
static int log[2];
int named(void);

static void *worker(void *argument)
{
    log[1] = index;
    count(3);
    return argument;
}

int total;
void count(int by)
{
    total += by;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(log[1] == 1 && total == 3);
    assert(named() == 9);
    return 0;
}
