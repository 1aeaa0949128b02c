// expect: safe
// What a format makes for a stream without a buffer is written at once.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE *stream;

static void *run(void *argument)
{
    fprintf(stream, "one\n%s%d", "two\n", 3);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct stat found;
    stream = fopen("/tmp/log", "w");
    setvbuf(stream, NULL, _IONBF, 0);
    pthread_create(&thread, NULL, run, NULL);
    stat("/tmp/log", &found);
    assert(found.st_size == 0 || found.st_size == 9);
    pthread_join(thread, NULL);
    return 0;
}
