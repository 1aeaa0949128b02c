// What the thread has released itself is released once more by its key's destructor, free: that is said where its routine returns.
//
// expect: violation
// kinds: memory

#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *unused)
{
    char *block = malloc(4);
    pthread_setspecific(key, block);
    free(block);
    return unused; // <- violation
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
