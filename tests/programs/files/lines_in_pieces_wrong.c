// expect: violation
// kinds: assertion
// A stream that is buffered by lines writes each piece of a format that ends with one.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE *stream;

static void *run(void *argument)
{
    fprintf(stream, "one\n%s", "two\n");
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct stat found;
    stream = fopen("/tmp/log", "w");
    setvbuf(stream, NULL, _IOLBF, 0);
    pthread_create(&thread, NULL, run, NULL);
    stat("/tmp/log", &found);
    assert(found.st_size != 4); // fails between the two
    pthread_join(thread, NULL);
    return 0;
}
