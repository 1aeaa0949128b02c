// expect: safe
// A reader goes round while a write is going on, and again when one came in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writer(void *argument)
{
    for (int i = 1; i <= 2; i++) {
        sequence++;
        a = i;
        b = i;
        sequence++;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned before;
    int x, y;
    do {
        while ((before = sequence) & 1)
            ;
        x = a;
        y = b;
    } while (sequence != before);
    assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
