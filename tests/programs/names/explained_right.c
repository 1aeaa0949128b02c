// expect: safe
// heddle: --explain --prune=off
// text: ^Where executions come from$
// text: ^   67 %  the order of operations on lock, at [^ ]*explained_right\.c:19 \(2\)$
// text: ^   33 %  inputs decide a branch, at [^ ]*explained_right\.c:29 \(1\)$
// text: ! on total
// por: default optimal
// The order of two critical sections, and an input, make this program's executions; what is only touched under the lock does not.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    total = 2 * total + (argument != NULL);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    int start = __VERIFIER_nondet_int();
    if (start > 7)
        total = 1;
    pthread_create(&one, NULL, run, NULL);
    pthread_create(&two, NULL, run, &total);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(total <= 6);
    return 0;
}
