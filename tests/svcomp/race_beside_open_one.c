extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
#include <stdlib.h>
int *block;
int data;
long sum;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *work(void *unused)
{
    int seen = block[0];
    data = 1;
    return 0;
}
void *add(void *unused)
{
    int number = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    if (sum % 7 != number)
        sum = 3 * sum + number;
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main()
{
    pthread_t thread;
    int more = 0;
    if (__VERIFIER_nondet_int())
        more = 1;
    block = calloc(1, sizeof *block);
    pthread_create(&thread, 0, work, 0);
    free(block);
    data = 2;
    while (more && __VERIFIER_nondet_int()) {
        pthread_t one, other;
        pthread_create(&one, 0, add, 0);
        pthread_create(&other, 0, add, 0);
    }
    return 0;
}
