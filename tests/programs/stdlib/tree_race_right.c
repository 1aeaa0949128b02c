// expect: safe
// heddle: --property=data-race
// Threads that only look for keys and walk do not race.
#include <pthread.h>
#include <search.h>
#include <stddef.h>

static int key = 2, less = 1;
static void *root;

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static void *look(void *argument)
{
    tfind(&less, &root, compare);
    return argument;
}

int main(void)
{
    pthread_t thread;
    tsearch(&key, &root, compare);
    pthread_create(&thread, NULL, look, NULL);
    tfind(&key, &root, compare);
    pthread_join(thread, NULL);
    return 0;
}
