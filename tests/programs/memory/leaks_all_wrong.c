// heddle: --property=leak --leaks=all
// expect: violation
// kinds: leak
// message: memory is not released at the end of the program
// A global variable points to the block; it is not released all the same.
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *make(void *unused)
{
    block = malloc(sizeof *block); // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, make, NULL);
    pthread_join(thread, NULL);
    return 0;
}
