// expect: violation
// kinds: assertion
// The reader does not look whether a write is going on when it begins.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writer(void *argument)
{
    sequence++;
    a = 1;
    b = 1;
    sequence++;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned before;
    int x, y;
    do {
        before = sequence;
        x = a;
        y = b;
    } while (sequence != before);
    assert(x == y); // <- violation
    pthread_join(t, NULL);
    return 0;
}
