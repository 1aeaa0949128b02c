// What the first thread does in the end, and all that the second does, is executed below many states.
#include <assert.h>
#include <pthread.h>

static int x, y, z;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *argument)
{
    pthread_mutex_lock(&lock);
    x += 1;
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&lock);
        y++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}
static void *second(void *argument)
{
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&lock);
        z += y;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x + y + z < 30);
    return 0;
}
