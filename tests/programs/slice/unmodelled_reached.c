// expect: inconclusive
// heddle: --property=lock
// message: mystery
// por: source optimal default
// A function that is not modelled is called in one order only. Nothing that is asked for depends on it, as far as its name
// tells, and yet it may do anything.
#include <pthread.h>

void mystery(void);

static int flag;

static void *set(void *argument)
{
    flag = 1;
    flag = 0;
    return argument;
}

static void *look(void *argument)
{
    if (flag)
        mystery();
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, set, NULL);
    pthread_create(&u, NULL, look, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
