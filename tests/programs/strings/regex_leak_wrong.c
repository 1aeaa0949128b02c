// expect: violation
// kinds: leak
// heddle: --property=leak
// An expression that is not released.
#include <regex.h>

int main(void)
{
    regex_t expression;
    return regcomp(&expression, "a*b", 0);
}
