// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: livelock: thread main never leaves the loop at .*counted_wrong\.c:24\b
// por: states default
// The loop begins with copies between registers, which have no line (of `rounds`): the message has that of the look at the flag.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *thread(void *argument)
{
    atomic_store(&flag, 0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    int rounds = 0;
    while (1) {
        int value = flag; // <- violation
        if (value < 3)
            continue;
        if (rounds++ > 3)
            break;
    }
    return rounds;
}
