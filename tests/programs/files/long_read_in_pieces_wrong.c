// expect: violation
// kinds: assertion
// A call that reads more than the buffer holds asks the kernel several times: what is written meanwhile may be seen in part.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char bytes[5001], line[6000];

static void *run(void *argument)
{
    int file = open("/tmp/log", O_WRONLY);
    pwrite(file, "new", 3, 0);
    pwrite(file, "new", 3, 4998);
    close(file);
    return argument;
}

int main(void)
{
    pthread_t thread;
    FILE *stream = fopen("/tmp/log", "w");
    fwrite(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    stream = fopen("/tmp/log", "r");
    pthread_create(&thread, NULL, run, NULL);
    fread(line, 1, 5001, stream);
    assert(line[0] || !line[4998]); // fails: the first piece is older than the second one
    pthread_join(thread, NULL);
    fclose(stream);
    return 0;
}
