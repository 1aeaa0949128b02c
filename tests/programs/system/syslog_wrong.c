// expect: violation
// kinds: memory
// What is logged is read.
#include <stdlib.h>
#include <syslog.h>

int main(void)
{
    char *text = calloc(4, 1);
    free(text);
    syslog(LOG_ERR, "%s", text);
    return 0;
}
