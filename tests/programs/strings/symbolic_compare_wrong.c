// expect: violation
// kinds: assertion
// The password check can be passed, by exactly one input.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char guess[4];
    for (int i = 0; i < 3; i++)
        guess[i] = __VERIFIER_nondet_char();
    guess[3] = '\0';
    int opened = strcmp(guess, "key") == 0;
    assert(!opened); // <- violation
    return 0;
}
