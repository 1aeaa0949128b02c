// A variable of main that threads get as their argument.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on sum
#include <pthread.h>

static void *add(void *argument)
{
    ++*(int *)argument;
    return argument;
}

int main(void)
{
    int sum = 0;
    pthread_t one, two;
    sum = 1;
    pthread_create(&one, NULL, add, &sum);
    pthread_create(&two, NULL, add, &sum);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return sum;
}
