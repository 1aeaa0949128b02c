#include "report/line_match.h"

#include "base/hash.h"
#include "base/sequence.h"

// The next character that makes a difference; 0 at the end.
static char next_line_character(const char **text)
{
    while (**text == ' ' || **text == '\t')
        ++*text;
    if (!**text || ((*text)[0] == '/' && (*text)[1] == '/'))
        return 0;
    return *(*text)++;
}

bool line_match_equal(const char *a, const char *b)
{
    for (char x = 1; x;)
        if ((x = next_line_character(&a)) != next_line_character(&b))
            return false;
    return true;
}

static uint64_t hash_line(const char *text)
{
    uint64_t hash = 1;
    for (char x; (x = next_line_character(&text));)
        hash = hash_combine(hash, (unsigned char)x);
    return hash;
}

struct line_hashes {
    uint64_t *data;
    uint32_t size, capacity;
};

static void hash_lines(struct line_hashes *hashes, struct sources *sources, const char *file)
{
    const char *text;
    for (uint32_t line = 1; (text = sources_whole_line(sources, file, line)); line++)
        vector_push(hashes, hash_line(text));
}

void line_match_make(struct line_match *match, struct sources *a, const char *a_file, struct sources *b,
                     const char *b_file)
{
    struct line_hashes old_lines = {0}, new_lines = {0};
    hash_lines(&old_lines, a, a_file);
    hash_lines(&new_lines, b, b_file);
    match->count = old_lines.size;
    match->lines = memory_alloc(((size_t)match->count + 1) * sizeof *match->lines);
    sequence_match(old_lines.data, old_lines.size, new_lines.data, new_lines.size, match->lines);
    for (uint32_t k = 0; k < match->count; k++)
        match->lines[k] = match->lines[k] == SEQUENCE_NONE ? 0 : match->lines[k] + 1;
    vector_free(&old_lines);
    vector_free(&new_lines);
}

void line_match_reverse(struct line_match *match, const struct line_match *of, uint32_t count)
{
    match->count = count;
    match->lines = memory_zalloc((size_t)count + 1, sizeof *match->lines);
    for (uint32_t k = 0; k < of->count; k++)
        if (of->lines[k] && of->lines[k] <= count)
            match->lines[of->lines[k] - 1] = k + 1;
}

void line_match_free(struct line_match *match)
{
    memory_free(match->lines);
    match->lines = NULL;
}

uint32_t line_match_of(const struct line_match *match, uint32_t line)
{
    return line && line <= match->count ? match->lines[line - 1] : 0;
}
