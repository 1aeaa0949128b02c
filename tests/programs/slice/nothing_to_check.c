// heddle: --property=assertion
// expect: safe
// por: default optimal
// text: no statement of the program can: there was nothing to check
// There is no assertion.
#include <pthread.h>

static int count;

static void *add(void *argument)
{
    count++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    return 0;
}
