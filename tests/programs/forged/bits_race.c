// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// An address is put together by sums alone: whether there is a race on what lies there is not a matter of the text.
#include <pthread.h>
#include <stdint.h>

static int value;
static uintptr_t given;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *argument)
{
    uintptr_t address = 0, step = 1;
    for (int k = 0; k < 64; k++) {
        if (given / step % 2)
            address += step;
        step += step;
    }
    ++*(int *)address; // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)&value;
    pthread_create(&thread, 0, set, 0);
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
