// expect: violation
// heddle: --property=assertion --independence=none
// kinds: assertion
// A condition has constants at its end, true and false ones, and depends on the variable all the same.
#include <assert.h>
#include <pthread.h>

static int value;

static void *set(void *argument)
{
    value = 2;
    return argument;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, set, NULL);
    int seen = value;
    int odd = (seen == 1 || 0) && 1;
    if ((seen == 0 && 1) || 0)
        odd = 1;
    assert((seen > 2 && 0) || odd); // <- violation
    pthread_join(other, NULL);
    return 0;
}
