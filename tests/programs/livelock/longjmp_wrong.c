// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: starvation: thread main never leaves the loop at .* while thread main.1 can go on for ever
// por: states default
// A loop that longjmp makes, beside a thread that sets a flag and takes it back for ever: main may look only while it is 0.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int x;
static jmp_buf begin;

static void *change(void *argument)
{
    for (;;) {
        atomic_store(&x, 1);
        atomic_store(&x, 0);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    setjmp(begin); // <- violation
    if (!atomic_load(&x))
        longjmp(begin, 1);
    return 0;
}
