// heddle: --property=thread-leak
// expect: safe
// A program that fails, or whose inputs are not asked for, has not come to its end.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_assume(int);

static void *worker(void *argument)
{
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    pthread_create(&t, NULL, worker, NULL);
    if (argc > 1)
        __VERIFIER_assume(0);
    assert(0);
    return 0;
}
