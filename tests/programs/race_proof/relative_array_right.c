// Each element has its own lock, which one function takes for any of them.
// heddle: --property=data-race
// expect: safe
// por: default
// executions: default=0
// text: ^    cache: locks that lie beside it$
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
struct entry {
    int uses, misses;
    pthread_mutex_t lock;
    pthread_rwlock_t limits;
    long limit;
};
static struct entry cache[10];

static void use(struct entry *entry, int by)
{
    if (entry == cache + 7) {
        if (pthread_mutex_trylock(&entry->lock))
            return;
    } else {
        pthread_mutex_lock(&entry->lock);
    }
    pthread_mutex_unlock(&entry->lock);
    pthread_mutex_lock(&entry->lock);
    if (by == 3) {
        pthread_mutex_unlock(&entry->lock);
        return;
    }
    entry->uses += by;
    entry->misses--;
    pthread_mutex_unlock(&entry->lock);
    if (pthread_rwlock_tryrdlock(&entry->limits) == 0) {
        by += (int)entry->limit;
        pthread_rwlock_unlock(&entry->limits);
    }
    pthread_rwlock_wrlock(&entry->limits);
    entry->limit += by;
    pthread_rwlock_unlock(&entry->limits);
}

static void *run(void *argument)
{
    int k = __VERIFIER_nondet_int();
    for (int i = 0; i < 10; i++)
        use(&cache[i], i);
    if (k >= 0 && k < 10) {
        pthread_mutex_lock(&cache[k].lock);
        cache[k].uses++;
        pthread_mutex_unlock(&cache[k].lock);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 10; i++) {
        pthread_mutex_init(&cache[i].lock, NULL);
        pthread_rwlock_init(&cache[i].limits, NULL);
    }
    while (1)
        pthread_create(&thread, NULL, run, NULL);
}
