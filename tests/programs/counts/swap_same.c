// expect: safe
// heddle: --slice=off --independence=outcome
// case: HOW=0 none=6 classic source=3 optimal=3
// case: HOW=1 none=6 classic source=3 optimal=3
// case: HOW=2 none=6 classic source=3 optimal=3
// case: HOW=0 --independence=none optimal=6
// Three threads set a flag, and see whether it was set. Who comes first writes; what the others do leaves the flag as it is, so
// that they only read it, in no order: 3 traces.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag;

static void *run(void *argument)
{
#if HOW == 0
    int before = atomic_exchange(&flag, 1);
#elif HOW == 1
    int before = atomic_fetch_or(&flag, 1);
#else
    int before = __atomic_test_and_set((char *)&flag, __ATOMIC_SEQ_CST);
#endif
    return before ? argument : NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 1));
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        seen += result != NULL;
    }
    return seen != 2;
}
