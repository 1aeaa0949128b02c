// expect: safe
// Money moves between two accounts whose locks are always taken in the order of their addresses.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
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
    assert(accounts[0].balance == 70 && accounts[1].balance == 30);
    return 0;
}
