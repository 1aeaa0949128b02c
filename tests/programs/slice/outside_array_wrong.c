// expect: violation
// kinds: assertion
// heddle: --property=assertion
// An address before the array that it was computed from: `letters - 'a'` in code.
#include <assert.h>
#include <pthread.h>

static int letters[26];

static void *count(void *argument)
{
    const char *letter = argument;
    (letters - 'a')[(int)*letter]++;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, "a");
    pthread_create(&b, 0, count, "a");
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(letters[0] == 2); // <- violation
    return 0;
}
