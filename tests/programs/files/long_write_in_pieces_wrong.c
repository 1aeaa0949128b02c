// expect: violation
// kinds: assertion
// A call that fills the buffer and goes on writes several times: another thread may look on in between.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE *stream;
static char bytes[4200];

static void *run(void *argument)
{
    fwrite(bytes, 1, sizeof bytes, stream);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct stat found;
    stream = fopen("/tmp/log", "w");
    fwrite(bytes, 1, 4096 - 10, stream);
    fputs("0123456789", stream); // the buffer is full, and nothing is in the file
    pthread_create(&thread, NULL, run, NULL);
    stat("/tmp/log", &found);
    assert(found.st_size != 4096); // fails between the two
    pthread_join(thread, NULL);
    return 0;
}
