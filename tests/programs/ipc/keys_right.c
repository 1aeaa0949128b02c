// Keys of different files differ, also of those that different threads have made.
// expect: safe
// por: default
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <unistd.h>

static void *make_file(void *name)
{
    close(open(name, O_CREAT | O_RDWR, 0600));
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, make_file, "/tmp/a");
    pthread_create(&second, 0, make_file, "/tmp/b");
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(ftok("/tmp/a", 1) != ftok("/tmp/b", 1));
    assert(ftok("/tmp/a", 1) == ftok("/tmp/a", 1));
    return 0;
}
