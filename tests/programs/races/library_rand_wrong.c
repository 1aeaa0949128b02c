// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// line: 13
// message: data race in (rand and srand|srand and rand), which POSIX does not promise to be safe in threads: call by main
// message: data race in strerror, which POSIX does not promise to be safe in threads: call by main
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *throw_dice(void *text)
{
    *(const char **)text = strerror(rand());
    return NULL;
}

int main(void)
{
    pthread_t thread;
    const char *first, *second;
    pthread_create(&thread, NULL, throw_dice, &first);
    srand(3);
    second = strerror(2);
    pthread_join(thread, NULL);
    return first == second;
}
