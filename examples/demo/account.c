// heddle:
// expect: violation
// kinds: assertion
// por: classic
// timeout: 60
//
// A bank transfer that checks the balance in one critical section and moves the money in another.
// It takes a schedule and an input to overdraw the account: both checks before the first withdrawal,
// and an amount above 40.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

enum { SAVINGS, CHECKING };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance[2] = {100, 0};

static void *transfer(void *argument)
{
    int amount = *(int *)argument;
    pthread_mutex_lock(&lock);
    int covered = amount <= balance[SAVINGS];
    pthread_mutex_unlock(&lock);
    if (covered) {
        pthread_mutex_lock(&lock);
        balance[SAVINGS] -= amount;
        balance[CHECKING] += amount;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    int rent = 60, other;
    heddle_symbolic(&other, sizeof other, "other");
    heddle_assume(other > 0 && other <= 100);

    pthread_t payments[2];
    pthread_create(&payments[0], NULL, transfer, &rent);
    pthread_create(&payments[1], NULL, transfer, &other);
    pthread_join(payments[0], NULL);
    pthread_join(payments[1], NULL);

    assert(balance[SAVINGS] >= 0);
    assert(balance[SAVINGS] + balance[CHECKING] == 100);
    return 0;
}
