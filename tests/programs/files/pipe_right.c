// heddle: --property=assertion,deadlock,memory,data-race
// expect: safe
// A pipe is a stream of bytes; a read waits for the first one, and finds the end when no writer is left. What comes
// before a write happens before the read of it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], shared;

static void *write_it(void *argument)
{
    shared = 5;
    assert(write(ends[1], "ab", 2) == 2);
    close(ends[1]);
    return argument;
}

int main(void)
{
    pthread_t thread;
    char bytes[4];
    assert(pipe(ends) == 0);
    pthread_create(&thread, NULL, write_it, NULL);
    assert(read(ends[0], bytes, 1) == 1 && bytes[0] == 'a' && shared == 5);
    assert(read(ends[0], bytes, 4) == 1 && bytes[0] == 'b');
    assert(read(ends[0], bytes, 4) == 0);
    pthread_join(thread, NULL);
    return 0;
}
