// What a function without a body does to data is not known, whatever the text says of the rest.
// heddle: --property=data-race
// expect: inconclusive
// message: which has no body and no model
// rule: proof-obstacles default
#include <pthread.h>

static int x;
void nobody_knows(int *p);

static void *run(void *argument)
{
    x++;
    return argument;
}

int main(void)
{
    pthread_t a;
    nobody_knows(&x);
    pthread_create(&a, NULL, run, NULL);
    pthread_join(a, NULL);
    return 0;
}
