// expect: violation
// kinds: assertion
// heddle: --property=assertion
// An initial address before the array that it was computed from: by its number it lies in another one.
#include <assert.h>
#include <pthread.h>

static int before[2000], array[500];
static int *const from_one = array - 100;
int *keep = before;

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
