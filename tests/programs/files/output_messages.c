// expect: inconclusive
// message: a message of the C library to a file as standard error
// case: SAYS=warnx(__FILE__) none optimal default
// case: SAYS=syslog(LOG_ERR,__FILE__) none optimal default
// Messages that go past the stream.
#include <err.h>
#include <fcntl.h>
#include <syslog.h>
#include <unistd.h>

int main(void)
{
    openlog("program", LOG_PERROR, LOG_USER);
    dup2(open("/tmp/heddle-output", O_CREAT | O_TRUNC | O_RDWR, 0600), 2);
    SAYS;
    return 0;
}
