// expect: violation
// kinds: assertion
// heddle: --property=assertion
// unforeseen: a distance to another variable that was printed and read
// case: LISTED=0 none optimal default
// case: LISTED=1 none optimal default
// Without memory among the properties nothing asks whether the condition holds, but for where the number may lead that was made of
// two printed addresses; with LISTED they are printed by a function of the program that hands its variable arguments on.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
static char other;
static int value;

#if LISTED
static void print(char *text, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(text, size, format, list);
    va_end(list);
}
#endif

static char texts[2][32];

static void keep(char *text, void *address)
{
#if LISTED
    print(text, 32, "%lx", (unsigned long)address);
#else
    sprintf(text, "%*lx", 20, (unsigned long)address);
#endif
}

static unsigned long read_back(const char *text)
{
    static const char digits[] = "0123456789abcdef";
    unsigned long number = 0;
    for (; *text; text++)
        for (unsigned digit = 0; digit < 16; digit++)
            if (*text == digits[digit])
                number = 16 * number + digit;
    return number;
}

static void *set(void *argument)
{
    if (__VERIFIER_nondet_int() == 7)
        *(int *)(&other + (read_back(texts[0]) - read_back(texts[1]))) = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    keep(texts[0], &value);
    keep(texts[1], &other);
    pthread_create(&thread, 0, set, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
