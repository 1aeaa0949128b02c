// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int numbers[3];

static void *worker(void *argument)
{
    numbers[(intptr_t)argument] = 1;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(numbers[0] && numbers[1] && numbers[2]);
    return 0;
}
