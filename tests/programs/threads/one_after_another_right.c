// expect: safe
// The second thread is created only after the first was joined.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *argument)
{
    counter++;
    return argument;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        pthread_t t;
        pthread_create(&t, NULL, worker, NULL);
        pthread_join(t, NULL);
        assert(counter == i + 1);
    }
    return 0;
}
