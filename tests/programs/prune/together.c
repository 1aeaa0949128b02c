// expect: safe
// heddle: --prune=on
// executions: prune-none=16
// What worker looks at before its second look is forgotten there, but not what the inputs decided: that state has been explored
// with x > 0 and with x <= 0. Where worker comes there with neither, both summaries together cover it.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x, chosen, looks, positive;

static void *worker(void *argument)
{
    if (chosen) {
        if (x > 0)
            positive = 1;
        else
            positive = 0;
        positive = 0;
    }
    looks++;
    return argument;
}

static void *chooser(void *argument)
{
    chosen = 1;
    chosen = 0;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    x = __VERIFIER_nondet_int();
    pthread_create(&a, NULL, chooser, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int low = x & 1, high = x & ~1;
    assert((low | high) == x);
    return 0;
}
