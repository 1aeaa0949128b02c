// heddle: --property=assertion,exit --all
// expect: violation
// kinds: exit
// violations: 2
// Any thread may end the program, by any name.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int first;

static void fail(int status)
{
    exit(status); // <- violation
}

static void *work(void *unused)
{
    if (__atomic_exchange_n(&first, 1, __ATOMIC_SEQ_CST))
        _exit(7); // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (__atomic_exchange_n(&first, 2, __ATOMIC_SEQ_CST))
        fail(3);
    pthread_join(thread, 0);
    quick_exit(0);
}
