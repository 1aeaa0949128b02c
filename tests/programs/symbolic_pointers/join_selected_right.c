// expect: safe
// timeout: 20
// An input selects the thread to join.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int done[3];

static void *run(void *argument)
{
    *(int *)argument = 1;
    return argument;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, run, &done[i]);
    unsigned k = __VERIFIER_nondet_uint() % 3;
    void *result = NULL;
    pthread_join(t[k], &result);
    assert(result == &done[k] && done[k] == 1);
    return 0;
}
