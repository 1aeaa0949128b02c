// expect: violation
// kinds: overflow
// heddle: --property=overflow
// A shift of which nothing is used, by an amount that is too large for a while.
#include <pthread.h>

static unsigned char amount;
static int result;

static void *t1(void *argument)
{
    amount = 40;
    amount = 4;
    return argument;
}

static void *t2(void *argument)
{
    result = 1 << amount; // <- violation
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
