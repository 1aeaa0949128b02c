// A read-write lock beside its data does not know its readers: another thread gives it back.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 40
// rule: proof-relative-owner default
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static struct box {
    pthread_rwlock_t lock;
    int value;
} boxes[2] = {{PTHREAD_RWLOCK_INITIALIZER, 0}, {PTHREAD_RWLOCK_INITIALIZER, 0}};
static _Thread_local int seen;

static struct box *any(void)
{
    return &boxes[__VERIFIER_nondet_int() != 0];
}

static void *read_it(void *argument)
{
    struct box *b = any();
    pthread_rwlock_rdlock(&b->lock);
    seen = b->value;
    pthread_rwlock_unlock(&b->lock);
    return argument;
}

static void *disturb(void *argument)
{
    pthread_rwlock_unlock(&any()->lock);
    return argument;
}

static void *write_it(void *argument)
{
    struct box *b = any();
    pthread_rwlock_wrlock(&b->lock);
    b->value = 1;
    pthread_rwlock_unlock(&b->lock);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, read_it, NULL);
    pthread_create(&b, NULL, disturb, NULL);
    pthread_create(&c, NULL, write_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
