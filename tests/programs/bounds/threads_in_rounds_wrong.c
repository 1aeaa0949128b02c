// expect: violation
// kinds: assertion
// heddle: --property=assertion --max-seconds=60
// Any number of threads, two of which are enough: each execution makes more of them than are modelled.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int value, rises, falls;

static void *worker(void *argument)
{
    int up = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    if (up)
        value++;
    else
        value--;
    rises += up != 0;
    falls += up == 0;
    __VERIFIER_atomic_end();
    assert(rises == 0 || falls == 0); // <- violation
    return argument;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, worker, NULL);
    }
}
