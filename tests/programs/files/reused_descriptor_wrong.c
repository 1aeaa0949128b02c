// expect: violation
// kinds: assertion
// A descriptor that was closed means another file when the thread comes to write.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int file;

static void *write_it(void *argument)
{
    write(file, "x", 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct stat facts;
    file = open("a", O_CREAT | O_WRONLY, 0600);
    pthread_create(&thread, NULL, write_it, NULL);
    close(file);
    int other = open("b", O_CREAT | O_WRONLY, 0600);
    pthread_join(thread, NULL);
    assert(other == file && fstat(other, &facts) == 0 && facts.st_size == 0); // <- violation
    return 0;
}
