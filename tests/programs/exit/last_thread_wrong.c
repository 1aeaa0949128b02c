// heddle: --property=exit
// expect: violation
// kinds: exit
// A handler that runs when the last thread has ended, and ends the program otherwise.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void)
{
    _exit(9); // <- violation
}

int main(void)
{
    atexit(handler);
    pthread_exit(NULL);
}
