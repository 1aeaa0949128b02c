#include "record/recorder.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void *recorder_real(const char *name)
{
    recorder_self.quiet++;
    void *found = dlsym(RTLD_NEXT, name);
    recorder_self.quiet--;
    if (!found) {
        static const char head[] = "heddle: the recording library does not find the C library's ";
        (void)!syscall(SYS_write, 2, head, sizeof head - 1);
        (void)!syscall(SYS_write, 2, name, strlen(name));
        (void)!syscall(SYS_write, 2, "\n", 1);
        for (;;)
            syscall(SYS_exit_group, 127);
    }
    return found;
}
