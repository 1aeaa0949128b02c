// expect: violation
// kinds: assertion
// Two threads retry what has failed, by jumps; the check and the update are apart.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int tickets = 1, sold;

static void buy(jmp_buf again)
{
    if (tickets > 0) {
        if (sold == 0)
            sold++;
        else
            longjmp(again, 2);
        tickets--;
        return;
    }
    longjmp(again, 1);
}

static void *run(void *argument)
{
    jmp_buf again;
    switch (setjmp(again)) {
    case 0: buy(again); break;
    case 2: assert(tickets == 0); break;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
