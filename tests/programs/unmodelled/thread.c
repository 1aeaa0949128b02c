// expect: inconclusive
// message: call of 'run', which has no body and no model \(--havoc=run lets it return anything\)
#include <pthread.h>

extern void *run(void *);

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}
