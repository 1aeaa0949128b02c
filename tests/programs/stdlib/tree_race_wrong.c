// expect: violation
// kinds: data-race
// heddle: --property=data-race
// tsearch writes to the tree even if the key is there already.
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
    tsearch(&key, &root, compare);
    pthread_join(thread, NULL);
    return 0;
}
