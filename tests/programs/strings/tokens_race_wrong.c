// expect: violation
// kinds: assertion
// strtok keeps its place in one variable for all threads.
// por: classic
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *worker(void *argument)
{
    char mine[] = "1 2";
    char *first = strtok(mine, " ");
    char *second = strtok(NULL, " ");
    assert(first == mine && second == mine + 2); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    char text[] = "a";
    strtok(text, " ");
    pthread_join(t, NULL);
    return 0;
}
