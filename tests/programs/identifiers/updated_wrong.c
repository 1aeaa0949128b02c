// expect: violation
// kinds: assertion
// Handles are taken out of a set by an atomic exclusive or: that of a thread that is over may be there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong set;

static void *work(void *argument)
{
    atomic_fetch_xor(&set, (unsigned long)pthread_self());
    return argument;
}

int main(void)
{
    for (int k = 0; k < 2; k++) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
    }
    assert(set != 0); // <- violation
}
