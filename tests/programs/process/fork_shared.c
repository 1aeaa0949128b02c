// expect: inconclusive
// message: fork with shared memory
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        *shared = 1;
        _exit(0);
    }
    wait(NULL);
    assert(*shared == 1);
    return 0;
}
