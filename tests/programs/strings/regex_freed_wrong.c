// expect: violation
// kinds: memory
// One thread releases the expression that another one still uses.
#include <pthread.h>
#include <regex.h>

static regex_t expression;

static void *use(void *text)
{
    regexec(&expression, text, 0, NULL, 0);
    return NULL;
}

int main(void)
{
    pthread_t user;
    if (regcomp(&expression, "a*b", 0) != 0)
        return 1;
    pthread_create(&user, NULL, use, "aab");
    regfree(&expression);
    pthread_join(user, NULL);
    return 0;
}
