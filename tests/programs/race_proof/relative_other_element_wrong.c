// Which element's lock is held is chosen for itself.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
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
    struct entry *other = &cache[__VERIFIER_nondet_int() ? 1 : 0];
    pthread_mutex_lock(&other->lock);
    entry->uses++; // <- violation
    pthread_mutex_unlock(&other->lock);
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
