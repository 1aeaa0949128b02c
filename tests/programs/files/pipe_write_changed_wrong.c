// expect: violation
// kinds: assertion
// A call that waits may have read what it writes before: what others change meanwhile may be sent or not.
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
    int got = 0;
    assert(pipe(ends) == 0 && write(ends[1], block, sizeof block) == sizeof block);
    pthread_create(&thread, NULL, change, NULL);
    assert(write(ends[1], &value, sizeof value) == sizeof value);
    pthread_join(thread, NULL);
    assert(read(ends[0], &got, sizeof got) == sizeof got);
    assert(got == 2); // <- violation
    return 0;
}
