// A forgotten field of a structure is reported where it is used, with the block that it is in: not as the address that it happens to be.
//
// expect: violation
// kinds: memory
// message: uninitialised pointer: read of 8 bytes at an address that depends on uninitialised block of 16 bytes allocated at .*pointer_never_set_wrong\.c:28, byte 8

#include <pthread.h>
#include <stdlib.h>

struct job {
    long weight;
    struct job *next;
};

static struct job *first;
static long total;

static void *work(void *unused)
{
    for (struct job *job = first; job; job = job->next)
        total += job->weight; // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = malloc(sizeof *first);
    first->weight = 1; // and not first->next
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    free(first);
    return 0;
}
