// expect: safe
// por: optimal default
// heddle: --property=assertion,memory,data-race,leak
// One compiled expression, used by two threads at a time.
#include <assert.h>
#include <pthread.h>
#include <regex.h>
static regex_t expression;
static void *use(void *text)
{
    regmatch_t parts[3];
    assert(regexec(&expression, text, 3, parts, 0) == 0);
    assert(parts[2].rm_eo - parts[2].rm_so == 3);
    return NULL;
}
int main(void)
{
    assert(regcomp(&expression, "([a-z]+)=([0-9]+)", REG_EXTENDED) == 0 && expression.re_nsub == 2);
    pthread_t a, b;
    pthread_create(&a, 0, use, "x=123");
    pthread_create(&b, 0, use, ";name=456;");
    pthread_join(a, 0);
    pthread_join(b, 0);
    regfree(&expression);
    return 0;
}
