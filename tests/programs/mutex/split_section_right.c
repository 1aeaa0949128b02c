// expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *argument)
{
    pthread_mutex_lock(&lock);
    if (balance >= 70)
        balance -= 70;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, withdraw, NULL);
    withdraw(NULL);
    pthread_join(t, NULL);
    assert(balance == 30);
    return 0;
}
