// heddle: --havoc=run,prepare
// expect: violation
// kinds: assertion
// Start routines and routines of once flags without a body may return anything, too.
#include <assert.h>
#include <pthread.h>

extern void *run(void *);
extern void prepare(void);

int main(void)
{
    pthread_t thread;
    pthread_once_t once = PTHREAD_ONCE_INIT;
    void *result;
    pthread_once(&once, prepare);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, &result);
    assert(result != (void *)5); // <- violation
    return 0;
}
