// expect: violation
// kinds: deadlock
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *worker(void *argument)
{
    transfer(&accounts[0], &accounts[1], 10);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    transfer(&accounts[1], &accounts[0], 30);
    pthread_join(t, NULL);
    return 0;
}
