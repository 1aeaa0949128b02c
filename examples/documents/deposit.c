#include <pthread.h>
#include <stdlib.h>
static int balance;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void deposit(int amount)
{
    pthread_mutex_lock(&m);
    int now = balance; pthread_mutex_unlock(&m); pthread_mutex_lock(&m);
    balance = now + amount;
    pthread_mutex_unlock(&m);
}
static void withdraw(int amount) { pthread_mutex_lock(&m); balance -= amount; pthread_mutex_unlock(&m); }
static void *first(void *p) { deposit(5); return p; }
static void *second(void *p) { withdraw(5); return p; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
