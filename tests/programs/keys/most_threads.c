// expect: inconclusive
// message: more than 1024 keys at a time
// por: source optimal default
// Two threads create more keys than there may be, in an order of which nothing is known.
#include <assert.h>
#include <pthread.h>

enum { EACH = 600 };

static void *create(void *none)
{
    pthread_key_t key;
    for (int i = 0; i < EACH; i++)
        assert(pthread_key_create(&key, NULL) == 0);
    return none;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, create, NULL);
    create(NULL);
    pthread_join(thread, NULL);
    return 0;
}
