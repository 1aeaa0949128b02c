// heddle: --property=data-race
// expect: violation
// kinds: data-race
// What a call that waits is to write may have been read before: changing it meanwhile is a race, although the change
// comes before what ends the wait.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], value = 1;

static void *change(void *unused)
{
    char block[65536];
    value = 2;
    assert(read(ends[0], block, sizeof block) > 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char block[65536] = {0};
    assert(pipe(ends) == 0 && write(ends[1], block, sizeof block) == sizeof block);
    pthread_create(&thread, NULL, change, NULL);
    assert(write(ends[1], &value, sizeof value) == sizeof value);
    pthread_join(thread, NULL);
    return 0;
}
