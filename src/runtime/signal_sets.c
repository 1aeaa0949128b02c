// <signal.h>: sets of signals.
#include "runtime/signals.h"

static unsigned long bit_of(int number)
{
    return 1ul << (unsigned)(number - 1) % (8 * sizeof(long));
}

static unsigned long *word_of(const sigset_t *set, int number)
{
    return (unsigned long *)&set->words[(unsigned)(number - 1) / (8 * sizeof(long))];
}

static bool is_number(int number)
{
    if (number > 0 && number < SIGNALS)
        return true;
    errno = EINVAL;
    return false;
}

// Those that glibc keeps for itself can be looked for only.
static bool may_change(int number)
{
    if (!is_number(number))
        return false;
    if (number < FIRST_INTERNAL || number > LAST_INTERNAL)
        return true;
    errno = EINVAL;
    return false;
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 0xff, sizeof *set);
    for (int number = FIRST_INTERNAL; number <= LAST_INTERNAL; number++)
        *word_of(set, number) &= ~bit_of(number);
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!may_change(number))
        return -1;
    *word_of(set, number) |= bit_of(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!may_change(number))
        return -1;
    *word_of(set, number) &= ~bit_of(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_number(number))
        return -1;
    return (*word_of(set, number) & bit_of(number)) != 0;
}

int sigisemptyset(const sigset_t *set)
{
    unsigned long all = 0;
    for (size_t i = 0; i < sizeof set->words / sizeof *set->words; i++)
        all |= set->words[i];
    return all == 0;
}

int sigorset(sigset_t *to, const sigset_t *left, const sigset_t *right)
{
    for (size_t i = 0; i < sizeof to->words / sizeof *to->words; i++)
        to->words[i] = left->words[i] | right->words[i];
    return 0;
}

int sigandset(sigset_t *to, const sigset_t *left, const sigset_t *right)
{
    for (size_t i = 0; i < sizeof to->words / sizeof *to->words; i++)
        to->words[i] = left->words[i] & right->words[i];
    return 0;
}

// The first and the last real-time signal that programs may use.
int __libc_current_sigrtmin(void)
{
    return LAST_INTERNAL + 1;
}

int __libc_current_sigrtmax(void)
{
    return SIGNALS - 1;
}
