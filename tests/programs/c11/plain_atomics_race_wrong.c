// heddle: --property=data-race
// expect: violation
// kinds: data-race
// An atomic access to an object that is not _Atomic races with a plain one.
#include <pthread.h>
#include <stdatomic.h>

static int count;

static void *work(void *unused)
{
    atomic_fetch_add(&count, 2); // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    count = 1;
    pthread_join(thread, 0);
    return 0;
}
