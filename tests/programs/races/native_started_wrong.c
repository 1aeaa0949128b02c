// heddle: --property=data-race
// expect: violation
// kinds: data-race
// message: free of 4 bytes by main\.1
// The function that the thread begins with is the C library's: it has no code in the program, and the witness says so.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_t thread;
    int *number = malloc(sizeof *number);
    *number = 3;
    pthread_create(&thread, NULL, (void *(*)(void *))free, number);
    int seen = *number;
    pthread_join(thread, NULL);
    return seen - 3;
}
