// options: --engine=predict --property=atomicity --atomic=deposit --schedule=sequential
// Each access to the balance is under the lock, but the two of a deposit are in two sections.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void deposit(int amount)
{
    pthread_mutex_lock(&lock);
    int before = balance;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
#ifdef EDITED
    amount += 0 * before;
#endif
    pthread_mutex_lock(&lock);
#endif
    balance = before + amount;
    pthread_mutex_unlock(&lock);
}

static void *withdraw(void *argument)
{
    pthread_mutex_lock(&lock);
    balance -= 4;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, withdraw, NULL);
    deposit(5);
    pthread_join(thread, NULL);
    return 0;
}
