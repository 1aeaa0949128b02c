// expect: safe
#include <heddle.h>
#include <pthread.h>

static int counter;

static void add(void)
{
    heddle_atomic_begin();
    counter++;
    heddle_atomic_end();
}

static void *worker(void *argument)
{
    heddle_atomic_begin();
    add();
    add(); // the inner end does not end the section
    heddle_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    heddle_assert(counter == 0 || counter == 2);
    pthread_join(t, NULL);
    return 0;
}
