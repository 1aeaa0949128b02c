// A function without code of the program's is the destructor: that the block is released is said where the thread ends.
//
// expect: violation
// kinds: memory
// message: freed at free_as_destructor_wrong\.c:16

#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int *shared;

static void leave(void)
{
    pthread_setspecific(key, shared);
    pthread_exit(NULL);
}

static void *work(void *unused)
{
    leave();
    return unused;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    *shared = 1; // <- violation
    return 0;
}
