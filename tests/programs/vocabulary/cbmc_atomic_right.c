// expect: safe
#include <pthread.h>
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void __CPROVER_assert(_Bool condition, const char *message);

static int turn;

static void *worker(void *argument)
{
    __CPROVER_atomic_begin();
    if (turn == 0)
        turn = 1;
    __CPROVER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __CPROVER_atomic_begin();
    if (turn == 0)
        turn = 2;
    int mine = turn; // whoever came first keeps it
    __CPROVER_atomic_end();
    pthread_join(t, 0);
    __CPROVER_assert(turn == mine, "the first one wins");
    return 0;
}
