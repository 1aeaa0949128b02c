// expect: safe
// The thread pointer is an address of each thread's own, where it stands itself.
#include <assert.h>
#include <pthread.h>

static void *pointers[2];

static void *worker(void *argument)
{
    *(void **)argument = __builtin_thread_pointer();
    assert(*(void **)argument == __builtin_thread_pointer());
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &pointers[0]);
    worker(&pointers[1]);
    assert(*(void **)pointers[1] == pointers[1]);
    pthread_join(thread, NULL);
    assert(pointers[0] != pointers[1]);
    return 0;
}
