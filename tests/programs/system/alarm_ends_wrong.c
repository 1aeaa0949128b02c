// expect: violation
// kinds: assertion
// A program that limits its time by an alarm is explored as far as it may get.
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

static int shared;

static void *work(void *unused)
{
    int value = shared;
    shared = value + 1;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    struct itimerval time = {{0, 0}, {5, 0}}, old;
    alarm(20);
    assert(alarm(10) <= 20 && setitimer(ITIMER_VIRTUAL, &time, &old) == 0 && old.it_value.tv_sec == 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    alarm(0);
    assert(shared == 2);
    return 0;
}
