// expect: violation
// kinds: assertion
// Without `lock` an instruction that changes memory reads it and writes it: another thread comes between.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *argument)
{
    __asm__ __volatile__("incl %0" : "+m"(counter) : : "memory");
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2); // <- violation
    return 0;
}
