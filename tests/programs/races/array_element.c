// One element that both may reach, by an index that is an input.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// text: ^  Nothing orders the write by main\.1 \(array_element\.c:14\), holding no lock, and the write by main\.2 \(array_element\.c:20\), holding no lock$
// message: data race on table\[3\]
#include <pthread.h>

#include <heddle.h>
int table[8];
unsigned i;
static void *first(void *argument)
{
    table[i % 4] = 1;
    return argument;
}

static void *second(void *argument)
{
    table[3] = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    heddle_symbolic(&i, sizeof i, "i");
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
