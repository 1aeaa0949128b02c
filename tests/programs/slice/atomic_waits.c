// expect: inconclusive
// message: waiting inside an atomic section
// Waiting inside an atomic section has no model, whatever is asked: for a lock or in a loop, in a function that the section
// calls, in one that is atomic by its name, or in what one calls that begins a section for its caller.
// case: CALLED=1 WAIT=for_lock optimal default
// case: CALLED=1 WAIT=for_lock --property=assertion default
// case: CALLED=1 WAIT=for_lock --property=lock default
// case: CALLED=1 WAIT=for_lock --property=memory default
// case: CALLED=1 WAIT=for_flag --property=assertion default
// case: CALLED=1 WAIT=for_flag --property=lock default
// case: NAMED=1 WAIT=for_lock optimal default
// case: NAMED=1 WAIT=for_lock --property=assertion default
// case: NAMED=1 WAIT=for_lock --property=memory default
// case: NAMED=1 WAIT=for_flag --property=assertion default
// case: NAMED=1 WAIT=for_flag --property=memory default
// case: WRAPPED=1 WAIT=for_lock optimal default
// case: WRAPPED=1 WAIT=for_lock --property=assertion default
// case: WRAPPED=1 WAIT=for_lock --property=abort --slice=dynamic default
// case: WRAPPED=1 WAIT=for_flag --property=assertion default
// case: WRAPPED=1 WAIT=for_flag --property=abort --slice=dynamic default
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int flag;
static int counter;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    flag = 1;
    return argument;
}

__attribute__((unused)) static void for_lock(void)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
}

__attribute__((unused)) static void for_flag(void)
{
    while (!flag)
        ;
}

#ifdef NAMED
static void __VERIFIER_atomic_section(void)
{
    WAIT();
}
#elif defined WRAPPED
static void begin(void)
{
    __VERIFIER_atomic_begin();
}
#endif

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
#ifdef NAMED
    __VERIFIER_atomic_section();
#elif defined CALLED
    __VERIFIER_atomic_begin();
    WAIT();
    __VERIFIER_atomic_end();
#else
    begin();
    WAIT();
    __VERIFIER_atomic_end();
#endif
    pthread_join(t, NULL);
    return 0;
}
