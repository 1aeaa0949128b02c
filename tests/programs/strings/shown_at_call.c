// heddle: --slice=off
// expect: violation
// kinds: assertion
// text: strcpy\(word, "abc"\);.*write word\[0\] = .a..*shown_at_call.c:23
// text: strcpy\(word, "xyz"\);.*write word\[0\] = 'x'.*shown_at_call.c:16
// text: !copy_string
// What the library does is shown at the program's call.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char word[4];

static void *write_word(void *unused)
{
    strcpy(word, "xyz");
    return unused;
}

static void other_word(void)
{
    assert(word[0] != 'x' || word[1] != 'b'); // <- violation
    strcpy(word, "abc");
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_word, NULL);
    other_word();
    other_word();
    pthread_join(thread, NULL);
    return 0;
}
