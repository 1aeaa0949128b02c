// heddle: --property=data-race
// expect: violation
// kinds: data-race
// message: write of 4 bytes by main at .*, holding an atomic section; write of 4 bytes by main.1 at .*, holding no lock
// The section that creates the thread keeps it from nothing that the thread does outside of sections.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int value;

static void *work(void *argument)
{
    heddle_atomic_begin();
    heddle_atomic_end();
    return argument;
}

static void *racing(void *argument)
{
    value = 2; // <- violation
    heddle_atomic_begin();
    heddle_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    heddle_atomic_begin();
    pthread_create(&first, NULL, racing, NULL);
    pthread_create(&second, NULL, work, NULL);
    value = 1;
    heddle_atomic_end();
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
