#include <assert.h>
#include <pthread.h>
static int x, y;
static void *deposit(void *p)
{
    x = 10;
    y++;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, deposit, NULL);
    assert(x <= 12);
    assert(y <= 1);
    pthread_join(t, NULL);
    return 0;
}
