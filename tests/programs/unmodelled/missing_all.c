// expect: inconclusive
// message: return anything:(?=.* first)(?=.* second)(?=.* by_pointer)(?=.* in_thread)(?!.* never)
// All that is missing is named at once, but for what no call and no pointer leads to.
#include <pthread.h>

int first(void);
int second(int number);
void *in_thread(void *argument);
void by_pointer(void);
void never(void);

void (*pointer)(void) = by_pointer;

void unused(void)
{
    never();
}

static void *run(void *argument)
{
    return in_thread(argument);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    if (first())
        second(1);
    else
        pointer();
    pthread_join(thread, NULL);
    return 0;
}
