// heddle: --all
// expect: violation
// kinds: memory
// violations: 1
// timeout: 20
// One access is one violation, in whichever interleaving and whatever else is decided before it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int x[10], turn;

static void *store(void *argument)
{
    if (turn)
        x[0] = 1;
    x[*(int *)argument] = 1; // <- violation
    return argument;
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < -40 || i > 40) // beyond lies what is not of this program
        return 0;
    pthread_t t;
    pthread_create(&t, NULL, store, &i);
    turn = 1;
    x[3] = 2;
    pthread_join(t, NULL);
    return 0;
}
