// heddle: -m32
// expect: safe
// case: TYPE=int optimal none default
// case: TYPE=double optimal default
// case: TYPE=float optimal default
// A plain store of an aligned word is one access of the machine.
#include <assert.h>
#include <pthread.h>

static struct {
    char before;
    TYPE value;
} shared;

static void *writer(void *argument)
{
    shared.value = (TYPE)-1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    TYPE seen = shared.value;
    pthread_join(thread, NULL);
    assert(seen == 0 || seen == shared.value);
    return 0;
}
