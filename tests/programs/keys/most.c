// expect: safe
// There are at most 1024 keys at a time; one that is deleted makes room for another.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

enum { MOST = 1024 };
static pthread_key_t keys[MOST + 1];

int main(void)
{
    for (int i = 0; i < MOST; i++)
        assert(pthread_key_create(&keys[i], NULL) == 0);
    assert(pthread_key_create(&keys[MOST], NULL) == EAGAIN);
    for (int i = 0; i < MOST; i++)
        assert(pthread_setspecific(keys[i], &keys[i]) == 0);
    for (int i = 0; i < MOST; i++)
        assert(pthread_getspecific(keys[i]) == &keys[i]);
    return 0;
}
