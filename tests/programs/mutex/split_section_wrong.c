// expect: violation
// kinds: assertion
// The lock is released between the read and the write: no race, but not atomic either.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *argument)
{
    pthread_mutex_lock(&lock);
    int seen = balance;
    pthread_mutex_unlock(&lock);
    if (seen >= 70) {
        pthread_mutex_lock(&lock);
        balance -= 70;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, withdraw, NULL);
    withdraw(NULL);
    pthread_join(t, NULL);
    assert(balance >= 0); // <- violation
    return 0;
}
