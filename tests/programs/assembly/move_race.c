// heddle: --property=data-race
// expect: violation
// kinds: data-race
// A plain mov is no atomic access, whatever the processor does.
#include <pthread.h>

static int flag;

static void *worker(void *argument)
{
    __asm__ __volatile__("movl $1, %0; mfence" : "=m"(flag) : : "memory");
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value;
    pthread_create(&thread, NULL, worker, NULL);
    __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(flag) : "memory");
    pthread_join(thread, NULL);
    return 0;
}
