// heddle: --slice=off --property=deadlock --max-seconds=1
// expect: inconclusive
// message: --max-seconds
// por: classic default
// From the second round on the copy may differ from the variable, which is another one then, and the round
// leaves the loop. The first round looks the same before that comparison; main does not go round for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int flag;
static int copy, made;

static void *other(void *argument)
{
    for (;;)
        atomic_fetch_xor(&flag, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    for (;;) {
        int variable, *volatile place = &variable;
        if (!made) {
            memcpy(&copy, place, sizeof copy);
            made = 1;
        }
        atomic_fetch_xor(&flag, 2);
        atomic_fetch_xor(&flag, 2);
        if (*place != copy)
            return 0;
    }
}
