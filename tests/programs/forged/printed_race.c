// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// unforeseen: a number that is printed as a text
// A number that is an address is given to a function of the library as one of its variable arguments.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static char text[8] = "a";
static uintptr_t given;

static void *show(void *argument)
{
    uintptr_t address = 0;
    for (int k = 0; k < 64; k++)
        if (given >> k & 1)
            address |= (uintptr_t)1 << k;
    printf("%s\n", (char *)address); // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)text;
    pthread_create(&thread, 0, show, 0);
    text[0] = 'b';
    pthread_join(thread, 0);
    return 0;
}
