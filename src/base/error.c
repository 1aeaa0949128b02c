#include "base/error.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *error, const char *format, ...)
{
    if (error->message)
        return false;
    va_list arguments;
    char text[4096];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error->message = memory_copy_string(text);
    return false;
}

void error_free(struct error *error)
{
    memory_free(error->message);
    error->message = NULL;
}
