// expect: violation
// kinds: assertion
// por: source default
// Of two of many threads that exist one after the other, the later one may have the handle of the earlier one.
#include <assert.h>
#include <pthread.h>

static void *run(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t before = 0, t;
    for (int k = 0; k < 300; k++) {
        pthread_create(&t, NULL, run, NULL);
        pthread_join(t, NULL);
    }
    pthread_create(&before, NULL, run, NULL);
    pthread_join(before, NULL);
    pthread_create(&t, NULL, run, NULL);
    assert(!pthread_equal(t, before)); // <- violation
    pthread_join(t, NULL);
    return 0;
}
