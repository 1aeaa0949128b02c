// expect: violation
// kinds: assertion
// case: SET=1 none source optimal default
// case: SET=0 none source optimal default
// A thread uses a key, by its number, that another one may not have created yet, or has.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int x, refused, accepted;

static void *work(void *argument)
{
    if (pthread_setspecific(0, &x) == 0)
        accepted = 1;
    else
        refused = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_key_create(&key, NULL);
    pthread_join(thread, NULL);
    assert(SET ? !accepted : !refused); // <- violation
}
