// expect: violation
// kinds: assertion
// Both threads are given the address of the loop's counter, which moves on.
#include <assert.h>
#include <pthread.h>

static int numbers[2];

static void *worker(void *argument)
{
    int number = *(int *)argument;
    if (number < 2)
        numbers[number] = 1;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &i);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(numbers[0] && numbers[1]); // <- violation
    return 0;
}
