// expect: inconclusive
// message: waiting inside an atomic section
// What `work` does matters to nothing that is asked, but whether main has to wait for its end inside the section does.
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, seen;

static void *work(void *argument)
{
    seen = x;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    __VERIFIER_atomic_begin();
    pthread_join(t, NULL);
    __VERIFIER_atomic_end();
    return 0;
}
