// Two threads exclude each other by a loop that reads until the other one has left: Hyman's algorithm (CACM 9(1), 1966), which does not; the
// corrected one is Peterson's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside;

static void enter(int i)
{
    wants[i] = true;
#ifdef FIXED
    turn = 1 - i;
    while (wants[1 - i] && turn != i)
        ;
#else
    while (turn != i) {
        while (wants[1 - i])
            ;
        turn = i;
    }
#endif
}

static void *process(void *argument)
{
    int i = *(int *)argument;
    enter(i);
    inside++;
    assert(inside == 1);
    inside--;
    wants[i] = false;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int numbers[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, process, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
