// expect: safe
// Opening one end of a named pipe waits for the other; then it is a pipe.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *read_it(void *unused)
{
    char text[8];
    int end = open("/tmp/pipe", O_RDONLY);
    assert(end >= 0 && read(end, text, sizeof text) == 3 && text[2] == 'c');
    assert(read(end, text, sizeof text) == 0 && close(end) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct stat status;
    assert(mkfifo("/tmp/pipe", 0600) == 0 && mkfifo("/tmp/pipe", 0600) == -1 && errno == EEXIST);
    assert(stat("/tmp/pipe", &status) == 0 && S_ISFIFO(status.st_mode) && (status.st_mode & 0777) == 0600);
    assert(open("/tmp/pipe", O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
    pthread_create(&thread, NULL, read_it, NULL);
    int end = open("/tmp/pipe", O_WRONLY);
    assert(write(end, "abc", 3) == 3 && close(end) == 0);
    pthread_join(thread, NULL);
    assert(unlink("/tmp/pipe") == 0);
    return 0;
}
