// The lock of the element was given back.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-relative-unlock default
#include <pthread.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
struct entry {
    int uses;
    pthread_mutex_t lock;
};
static struct entry cache[3] = {
    {0, PTHREAD_MUTEX_INITIALIZER}, {0, PTHREAD_MUTEX_INITIALIZER}, {0, PTHREAD_MUTEX_INITIALIZER}};

static void use(struct entry *entry)
{
    pthread_mutex_lock(&entry->lock);
    pthread_mutex_unlock(&entry->lock);
    entry->uses++; // <- violation
}

static void *run(void *argument)
{
    use(&cache[__VERIFIER_nondet_int() ? 1 : 0]);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
