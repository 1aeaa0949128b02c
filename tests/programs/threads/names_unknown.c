// expect: inconclusive
// message: the name of a thread that was not given one
// A thread that was given no name has that of the program, or of who created it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void)
{
    char name[16];
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(name[0] != 'q');
    return 0;
}
