// expect: violation
// kinds: assertion
// A key is used after it was deleted: it is another one's by then.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_key_t old, new;
    int x, y;
    pthread_key_create(&old, NULL);
    pthread_key_delete(old);
    pthread_key_create(&new, NULL);
    assert(pthread_getspecific(new) == NULL);
    pthread_setspecific(new, &x);
    pthread_setspecific(old, &y);
    assert(pthread_getspecific(new) == &x); // <- violation
}
