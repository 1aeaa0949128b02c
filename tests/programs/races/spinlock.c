// Spinlocks.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

pthread_spinlock_t s;
int x;
static void *first(void *argument)
{
    pthread_spin_lock(&s);
    x++;
    pthread_spin_unlock(&s);
    return argument;
}

static void *second(void *argument)
{
    pthread_spin_lock(&s);
    x++;
    pthread_spin_unlock(&s);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_spin_init(&s, 0);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
