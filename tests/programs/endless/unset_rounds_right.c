// expect: safe
// por: states default
// As unset_rounds_wrong.c, with a variable that lives as long as the rounds.
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
    int variable, *volatile place = &variable;
    for (;;) {
        if (!made) {
            memcpy(&copy, place, sizeof copy);
            made = 1;
        }
        atomic_fetch_xor(&flag, 2);
        int now = *place;
        assert(now == copy);
    }
}
