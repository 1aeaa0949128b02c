// account: one thread pays in, one takes out an amount (inputs), a third one compares the balance when both are done. Each
// does it in one critical section, but taking out more than there is does nothing and still counts as done. The claim:
// the balance is what the amounts say. Violated.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

enum { OPENING = 100 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = OPENING, deposit, withdrawal;
static bool paid_in, taken_out;

static void *pay_in(void *argument)
{
    pthread_mutex_lock(&lock);
    balance += deposit;
    paid_in = true;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *take_out(void *argument)
{
    pthread_mutex_lock(&lock);
    if (withdrawal <= balance)
        balance -= withdrawal;
    taken_out = true;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *compare(void *argument)
{
    pthread_mutex_lock(&lock);
    if (paid_in && taken_out)
        assert(balance == OPENING + deposit - withdrawal);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t[3];
    heddle_symbolic(&deposit, sizeof deposit, "deposit");
    heddle_symbolic(&withdrawal, sizeof withdrawal, "withdrawal");
    heddle_assume((deposit >= 0) & (deposit <= 100) & (withdrawal >= 0) & (withdrawal <= OPENING + deposit));
    pthread_create(&t[0], NULL, pay_in, NULL);
    pthread_create(&t[1], NULL, take_out, NULL);
    pthread_create(&t[2], NULL, compare, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
