// heddle: --property=data-race --volatile=atomic
// expect: safe
// With volatile accesses taken for atomic ones a mov in assembly is one, too.
#include <pthread.h>

static int flag, data;

static void *worker(void *argument)
{
    data = 1;
    __asm__ __volatile__("movl $1, %0" : "=m"(flag) : : "memory");
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value;
    pthread_create(&thread, NULL, worker, NULL);
    __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(flag) : "memory");
    if (value)
        data = 2;
    pthread_join(thread, NULL);
    return 0;
}
