// heddle: --property=uninitialised --all
// expect: violation
// kinds: uninitialised
// What is printed must have been written.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int number(void)
{
    int n, *p = &n;
    return *p;
}

static void *printf_it(void *argument)
{
    printf("%d\n", number()); // <- violation
    return argument;
}

static void *float_it(void *argument)
{
    double d, *p = &d;
    fprintf(stderr, "%5.2f\n", *p); // <- violation
    return argument;
}

static void *write_it(void *argument)
{
    char bytes[3];
    bytes[0] = 'a';
    write(1, bytes, sizeof bytes); // <- violation
    return argument;
}

static void *puts_it(void *argument)
{
    char text[4];
    text[3] = 0;
    puts(text); // <- violation
    return argument;
}

static void *putchar_it(void *argument)
{
    char text[4], *p = text;
    putchar(p[2]); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t[5];
    pthread_create(&t[0], NULL, printf_it, NULL);
    pthread_create(&t[1], NULL, float_it, NULL);
    pthread_create(&t[2], NULL, write_it, NULL);
    pthread_create(&t[3], NULL, puts_it, NULL);
    pthread_create(&t[4], NULL, putchar_it, NULL);
    return 0;
}
