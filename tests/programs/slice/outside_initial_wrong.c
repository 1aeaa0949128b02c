// expect: violation
// kinds: assertion
// heddle: --property=assertion
// An initial address before the array that it was computed from: by its number it lies in another one.
#include <assert.h>
#include <pthread.h>

int before[2000], array[500];
int *keep = before;
static int *from_one = array - 100;

static void *writer(void *argument)
{
    from_one[100] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int first = array[0];
    int second = array[0];
    assert(first == second); // <- violation
    pthread_join(thread, 0);
    return 0;
}
