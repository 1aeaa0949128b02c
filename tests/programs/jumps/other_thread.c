// expect: inconclusive
// message: longjmp to a function of another thread
// The frame is alive, but of another thread: that is undefined.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;

static void *run(void *argument)
{
    longjmp(place, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (setjmp(place) == 0) {
        pthread_create(&thread, NULL, run, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
