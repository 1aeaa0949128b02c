// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// The lock is given back by an address that was put together bit by bit.
#include <pthread.h>
#include <stdint.h>

static int value;
static uintptr_t given;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t *put_together(void)
{
    uintptr_t address = 0;
    for (int k = 63; k >= 0; k--)
        address = address * 2 + (given >> k & 1 ? 1 : 0);
    return (pthread_mutex_t *)address;
}

static void *work(void *argument)
{
    pthread_mutex_t *same = put_together();
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(same);
    value++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)&lock;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    value++; // <- violation
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
