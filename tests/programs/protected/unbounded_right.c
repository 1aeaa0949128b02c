// heddle: --property=data-race
// expect: safe
// text: nothing had to be executed
// por: default
// As many threads and rounds as an input says; sections, an atomic function, and a block that is allocated once with
// its lock.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct account {
    pthread_mutex_t lock;
    int balance;
};
static struct account *account;
static int rounds, sum, total;

static void add(int *to)
{
    *to += 1;
}

void __VERIFIER_atomic_add(void)
{
    add(&total);
}

static void *run(void *unused)
{
    for (int i = 0; i < rounds; i++) {
        __VERIFIER_atomic_begin();
        sum += i;
        __VERIFIER_atomic_end();
        pthread_mutex_lock(&account->lock);
        account->balance += i;
        pthread_mutex_unlock(&account->lock);
        __VERIFIER_atomic_add();
    }
    return unused;
}

int main(void)
{
    rounds = __VERIFIER_nondet_int();
    account = malloc(sizeof *account);
    pthread_mutex_init(&account->lock, NULL);
    account->balance = 0;
    for (int i = 0; i < rounds; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, run, NULL);
    }
    return 0;
}
