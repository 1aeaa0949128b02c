// What the C library does is named by the call.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: read of 1 byte by main\.1 at library\.c:\d+ in first
#include <pthread.h>

#include <string.h>
char text[4] = "abc";
size_t length;
static void *first(void *argument)
{
    length = strlen(text);
    return argument;
}

static void *second(void *argument)
{
    text[1] = 0;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
