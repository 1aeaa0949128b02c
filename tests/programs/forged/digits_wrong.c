// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// An address is printed, and read back digit by digit, by a table of cases.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int value;
static char text[20];

static unsigned digit(char c)
{
    switch (c) {
    case '1': return 1;
    case '2': return 2;
    case '3': return 3;
    case '4': return 4;
    case '5': return 5;
    case '6': return 6;
    case '7': return 7;
    case '8': return 8;
    case '9': return 9;
    case 'a': return 10;
    case 'b': return 11;
    case 'c': return 12;
    case 'd': return 13;
    case 'e': return 14;
    case 'f': return 15;
    default: return 0;
    }
}

static void *set(void *argument)
{
    uintptr_t address = 0;
    for (const char *at = text; *at; at++)
        address = address * 16 + digit(*at);
    *(int *)address = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    snprintf(text, sizeof text, "%lx", (unsigned long)&value);
    pthread_create(&thread, 0, set, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
