// reorder2: SETTERS threads write a and then b, without a lock; CHECKERS threads claim to see both values as before or
// both as after. Violated when a checker comes in between. With REREAD a checker looks again at what it compares (the
// condition as one would write it, on the variables themselves), so that it makes two to four reads instead of two.
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *set(void *argument)
{
    a = 1;
    b = -1;
    return argument;
}

static void *check(void *argument)
{
#ifdef REREAD
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
#else
    int seen_a = a, seen_b = b;
    assert((seen_a == 0 && seen_b == 0) || (seen_a == 1 && seen_b == -1));
#endif
    return argument;
}

int main(void)
{
    pthread_t t[SETTERS + CHECKERS];
    for (int k = 0; k < SETTERS + CHECKERS; k++)
        pthread_create(&t[k], NULL, k < SETTERS ? set : check, NULL);
    for (int k = 0; k < SETTERS + CHECKERS; k++)
        pthread_join(t[k], NULL);
    return 0;
}
