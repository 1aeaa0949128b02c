// expect: safe
// clang: -fexceptions
// Also with -fexceptions, where glibc's macros would leave the handlers to the unwinder of C++.
#include <assert.h>
#include <pthread.h>

static int cleaned;

static void clean(void *argument)
{
    ++*(int *)argument;
}

static void *worker(void *argument)
{
    pthread_cleanup_push(clean, &cleaned);
    pthread_exit(argument);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(cleaned == 1);
    return 0;
}
