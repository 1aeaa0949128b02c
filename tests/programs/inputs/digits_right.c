// expect: safe
// Text of symbolic characters, read into a number.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[3];
    for (int i = 0; i < 2; i++) {
        text[i] = __VERIFIER_nondet_char();
        if (text[i] < '0' || text[i] > '9')
            return 0;
    }
    text[2] = '\0';
    int value = 0;
    for (char *p = text; *p; p++)
        value = value * 10 + (*p - '0');
    assert(value >= 0 && value <= 99);
    assert(value % 10 == text[1] - '0');
    return 0;
}
