// expect: safe
// heddle: --property=assertion --independence=none
// case: --slice=off none=3150 classic source=16 optimal=16
// case: default=16
// case: --slice=dynamic default=1
// AGA figure 6 with two threads that increment the first items of the array, here two, and an index that the text of the
// program does not tell. main's item is another one: the static slice has all items, the dynamic one main's alone.
//
// 4 operations of each thread and 2 of main have 10! / (4! 4! 2!) = 3,150 schedules. Of one item's two increments (read,
// write) there are 4 traces: one after the other, or both reads first and either write the last. Each goes with each of the
// other item, since a thread that has to be second there can wait in between: 16. No other thread touches main's item: 1.
#include <assert.h>
#include <pthread.h>

static int array[12];

static void *t1(void *argument)
{
    for (int i = 0; i < 2; i++)
        array[i]++;
    return argument;
}

int main(void)
{
    volatile int index = 9;
    int idx = index;
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t1, NULL);
    array[idx]++;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(array[idx] == 1);
    return 0;
}
