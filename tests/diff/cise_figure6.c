// CISE figure 6: line 11 of the figure.
#include <assert.h>
#include <pthread.h>

static int x, y, z;

static void *thread1(void *argument)
{
    x += 2;
    z = x + 1;
    y = x - 1;
    if (z > 0)
        z = 0;
    else
        z--;
    return argument;
}

static void *thread2(void *argument)
{
    z++;
    x -= 2;
    if (x == 0)
        y += 1;
    else
        z++;
    assert(y != 2);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread1, NULL);
    pthread_create(&b, NULL, thread2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
