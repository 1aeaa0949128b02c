// expect: violation
// kinds: assertion
// Linux's prefix is not in front of the instruction that adds: between its read and its write others come.
#include <assert.h>
#include <pthread.h>

static int added;

static void *worker(void *argument)
{
    __asm__ volatile(".pushsection .smp_locks,\"a\"\n.long 671f - .\n.popsection\n671: nop\n\tincl %0" : "+m"(added));
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(added == 2); // <- violation
    return 0;
}
