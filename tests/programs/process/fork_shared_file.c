// expect: inconclusive
// message: fork with shared memory
// A file that is mapped as shared: the child comes to the barrier, so that the parent does not wait for ever.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int file = open("meeting", O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(pthread_barrier_t)) != 0)
        return 1;
    pthread_barrier_t *meeting = mmap(NULL, sizeof *meeting, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (meeting == MAP_FAILED)
        return 1;
    pthread_barrierattr_t attribute;
    pthread_barrierattr_init(&attribute);
    pthread_barrierattr_setpshared(&attribute, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(meeting, &attribute, 2);
    pid_t child = fork();
    if (child < 0)
        return 1;
    pthread_barrier_wait(meeting);
    if (child == 0)
        _exit(0);
    wait(NULL);
    return 0;
}
