#include "report/dot_text.h"

// Appends the text as it may stand between quotes.
static void dot_quoted(struct buffer *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\')
            buffer_append(out, "\\", 1);
        buffer_append(out, (unsigned char)*p < ' ' ? " " : p, 1);
    }
}

void dot_line(struct buffer *out, struct sources *sources, const char *file, uint32_t line)
{
    const char *text = sources_line(sources, file, line);
    dot_quoted(out, path_base(file));
    buffer_print(out, ":%u  ", line);
    dot_quoted(out, text ? text : "");
}
