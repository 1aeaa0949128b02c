// expect: inconclusive
// message: malloc_usable_size of a block of size 0
// Another thread might release the block in between: nothing orders that with the question.
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static void *wait(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *block = malloc(0);
    pthread_create(&thread, NULL, wait, NULL);
    size_t size = malloc_usable_size(block);
    pthread_join(thread, NULL);
    free(block);
    return size > 100;
}
