// As many threads as an input says, with locks of every kind, in structures, on the heap, by functions and by trying.
// heddle: --property=data-race
// expect: safe
// por: default
// executions: default=0
// text: ^    a: mutex box\.lock$
// text: ^    b: rwlock readers$
// text: ^    c: spin lock spin$
// text: ^    memory allocated at many\.c:70 in main: mutex memory allocated at many\.c:70 in main$
// text: ^    e: atomic sections$
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct counted {
    pthread_mutex_t lock;
    int value;
};

static struct {
    int unused;
    pthread_mutex_t lock;
} box = {0, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static struct counted *d;
static int a, b, c, e;
static _Thread_local int seen;

static void enter(void)
{
    pthread_mutex_lock(&box.lock);
}

static void leave(void)
{
    pthread_mutex_unlock(&box.lock);
}

static void *run(void *argument)
{
    enter();
    a++;
    leave();
    pthread_rwlock_rdlock(&readers);
    seen = b;
    pthread_rwlock_unlock(&readers);
    if (pthread_rwlock_trywrlock(&readers) == 0) {
        b++;
        pthread_rwlock_unlock(&readers);
    }
    pthread_spin_lock(&spin);
    c++;
    pthread_spin_unlock(&spin);
    while (pthread_mutex_trylock(&d->lock))
        ;
    d->value++;
    pthread_mutex_unlock(&d->lock);
    __VERIFIER_atomic_begin();
    e++;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    d = calloc(1, sizeof *d);
    unsigned count = __VERIFIER_nondet_uint();
    pthread_t *threads = calloc(count, sizeof *threads);
    a = b = c = e = 1;
    pthread_mutex_init(&d->lock, NULL);
    pthread_spin_init(&spin, 0);
    for (unsigned i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
