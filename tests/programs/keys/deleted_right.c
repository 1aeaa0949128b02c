// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_key_t a, b;
    int x;
    assert(pthread_key_create(&a, NULL) == 0 && pthread_key_create(&b, NULL) == 0 && a != b);
    pthread_setspecific(a, &x);
    assert(pthread_getspecific(b) == NULL);
    assert(pthread_key_delete(a) == 0);
    assert(pthread_getspecific(a) == NULL && pthread_setspecific(a, &x) == EINVAL);
    assert(pthread_key_delete(a) == EINVAL);
    assert(pthread_setspecific(b, &x) == 0 && pthread_getspecific(b) == &x);
    return 0;
}
