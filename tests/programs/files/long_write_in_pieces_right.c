// expect: safe
// A call that writes several times keeps the stream: what another thread writes to it comes before or behind.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE *stream;
static char bytes[4200], found[9000];

static void *run(void *argument)
{
    fwrite(bytes, 1, sizeof bytes, stream);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct stat now;
    stream = fopen("/tmp/log", "w");
    fwrite(bytes, 1, 4096, stream);
    fwrite(bytes, 1, 4096, stream);
    pthread_create(&thread, NULL, run, NULL);
    fputs("x", stream);
    stat("/tmp/log", &now);
    assert(now.st_size == 8192 || now.st_size == 12288);
    pthread_join(thread, NULL);
    assert(ftell(stream) == 8192 + 4200 + 1);
    fclose(stream);
    FILE *file = fopen("/tmp/log", "r");
    fread(found, 1, 8192, file);
    size_t count = fread(found, 1, sizeof found, file);
    assert(count == 4201);
    assert(found[0] == 'x' || found[4200] == 'x');
    fclose(file);
    return 0;
}
