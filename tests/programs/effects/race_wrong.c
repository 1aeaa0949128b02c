// heddle: --effects={folder}/frames.effects --property=data-race
// expect: violation
// kinds: data-race
// What such a function writes races as what the program writes.
#include "frames.h"

#include <pthread.h>

static char shared[4];
static int decoder;

static void *seen(int *unused, int kind)
{
    return kind ? unused : 0;
}

static void *work(void *unused)
{
    get_frame(&decoder, seen, shared, sizeof shared); // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int first = shared[0];
    pthread_join(thread, 0);
    return first && 0;
}
