// CISE figure 7: what is read before a thread is created does not depend on what that writes.
#include <pthread.h>

int x, seen;

static void *thread2(void *argument)
{
    x = 5;
    return argument;
}

static void *thread1(void *argument)
{
    int t1 = x;
    pthread_t thread;
    pthread_create(&thread, NULL, thread2, NULL);
    seen = t1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, thread1, NULL);
    return 0;
}
