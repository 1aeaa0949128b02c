// expect: violation
// kinds: assertion
// por: states default
// In the first round the copy is the variable's value, and in the next ones that of a variable that is
// gone; the variable of each round is another one.
#include <assert.h>
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
        int now = *place;
        assert(now == copy); // <- violation
    }
}
