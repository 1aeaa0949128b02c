// heddle: --property=data-race
// expect: safe
// text: !nothing had to be executed
// In a section that waits other threads may come: sections of such programs prove nothing by themselves.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *run(void *unused)
{
    __VERIFIER_atomic_begin();
    value++;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
