// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// A number that is an input is found to be the address of the lock, and the lock is given back by it.
#include <pthread.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    unsigned long guess = __VERIFIER_nondet_ulong();
    pthread_mutex_lock(&lock);
    if (guess == (unsigned long)&lock) {
        pthread_mutex_unlock((pthread_mutex_t *)guess);
        value++;
    } else {
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    value++; // <- violation
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
