// Blocks that are allocated at one place, each with its lock, and two variables that one pointer may mean.
// heddle: --property=data-race
// expect: safe
// por: default
// executions: default=0
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    pthread_spinlock_t lock;
    int value;
};
static struct node *list;
static struct counter {
    pthread_mutex_t lock;
    int count;
} a = {PTHREAD_MUTEX_INITIALIZER, 0}, b = {PTHREAD_MUTEX_INITIALIZER, 0};

static void *run(void *argument)
{
    struct counter *either = __VERIFIER_nondet_int() ? &a : &b;
    for (struct node *n = list; n; n = n->next) {
        pthread_spin_lock(&n->lock);
        n->value++;
        pthread_spin_unlock(&n->lock);
    }
    pthread_mutex_lock(&either->lock);
    either->count++;
    pthread_mutex_unlock(&either->lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->value = i;
        pthread_spin_init(&n->lock, 0);
        list = n;
    }
    while (1)
        pthread_create(&thread, NULL, run, NULL);
}
