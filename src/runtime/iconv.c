// <iconv.h>: UTF-8, ISO-8859-1 and ASCII. Character by character, which shows what glibc does by buffers: at
// an error the pointers stand behind the last character that was converted. There is no state.
#include "runtime/runtime.h"

enum character_set { ASCII, LATIN, UTF8, UNKNOWN };

struct conversion {
    enum character_set from, to;
};

// ---- names

static char to_upper(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

static bool is_set_name(const char *text, const char *name)
{
    for (; *name && to_upper(*text) == *name; text++)
        name++;
    return !*name && !*text;
}

static enum character_set find_character_set(const char *name)
{
    static const struct {
        const char *name;
        enum character_set set;
    } names[] = {{"UTF-8", UTF8},       {"UTF8", UTF8},    {"ASCII", ASCII},    {"US-ASCII", ASCII},
                 {"ISO-8859-1", LATIN}, {"LATIN1", LATIN}, {"ISO8859-1", LATIN}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is_set_name(name, names[k].name))
            return names[k].set;
    return UNKNOWN;
}

void *iconv_open(const char *to, const char *from)
{
    enum character_set wanted = find_character_set(to), given = find_character_set(from);
    if (wanted == UNKNOWN || given == UNKNOWN)
        __heddle_unmodelled("iconv_open of a character set other than UTF-8, ISO-8859-1 and ASCII");
    struct conversion *conversion = __heddle_new(sizeof *conversion);
    if (!conversion) {
        errno = ENOMEM;
        return (void *)-1;
    }
    *conversion = (struct conversion){given, wanted};
    return conversion;
}

// Whether it is none, and then sets the error.
static bool is_none(const void *conversion)
{
    if (conversion != (void *)-1)
        return false;
    errno = EBADF;
    return true;
}

int iconv_close(void *conversion)
{
    if (is_none(conversion))
        return -1;
    free(conversion);
    return 0;
}

// ---- characters

struct character {
    uint32_t code;
    size_t size; // in bytes; 0: there is none
    int error;   // EILSEQ; EINVAL: it goes on behind the end
};

static struct character invalid(int error)
{
    return (struct character){.error = error};
}

// glibc takes some of these for characters, and for the beginnings of some, or not, by what they become.
static void check_utf8_range(bool is_beyond)
{
    if (is_beyond)
        __heddle_unmodelled("iconv of bytes beyond the last character of UTF-8");
}

static struct character decode_utf8(const unsigned char *text, size_t left)
{
    unsigned first = *text;
    check_utf8_range(first > 0xf4);
    size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size <= 1)
        return size ? (struct character){.code = first, .size = 1} : invalid(EILSEQ);
    uint32_t code = first & (0x7fu >> size);
    for (size_t k = 1; k < size; k++) {
        if (k == left)
            return invalid(EINVAL);
        if ((text[k] & 0xc0) != 0x80)
            return invalid(EILSEQ);
        code = code << 6 | (text[k] & 0x3f);
    }
    bool is_long = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    check_utf8_range(code > 0x10ffff);
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return is_long || is_surrogate ? invalid(EILSEQ) : (struct character){.code = code, .size = size};
}

static struct character decode_character(enum character_set set, const char *text, size_t left)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (set == UTF8)
        return decode_utf8(bytes, left);
    bool known = set == LATIN || *bytes < 0x80;
    return known ? (struct character){.code = *bytes, .size = 1} : invalid(EILSEQ);
}

// How many bytes it has; 0: the set does not have it.
static size_t size_in_set(enum character_set set, uint32_t code)
{
    if (code < 0x80)
        return 1;
    if (set == UTF8)
        return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    return set == LATIN && code < 0x100;
}

static void encode_character(uint32_t code, size_t size, char *to)
{
    if (size == 1) {
        *to = (char)code;
        return;
    }
    for (size_t k = size; --k; code >>= 6)
        to[k] = (char)(0x80 | (code & 0x3f));
    *to = (char)(0xf00u >> size | code);
}

// One character. An error number, 0: none.
static int convert(const struct conversion *by, char **from, size_t *left, char **to, size_t *room)
{
    struct character found = decode_character(by->from, *from, *left);
    if (found.error)
        return found.error;
    if (!*room)
        return E2BIG;
    size_t size = size_in_set(by->to, found.code);
    if (!size || size > *room)
        return size ? E2BIG : EILSEQ;
    encode_character(found.code, size, *to);
    *from += found.size;
    *left -= found.size;
    *to += size;
    *room -= size;
    return 0;
}

size_t iconv(void *conversion, char **restrict from, size_t *restrict left, char **restrict to,
             size_t *restrict room)
{
    if (is_none(conversion))
        return (size_t)-1;
    if (!from || !*from)
        return 0;
    int error = 0;
    while (*left && !error)
        error = convert(conversion, from, left, to, room);
    if (!error)
        return 0;
    errno = error;
    return (size_t)-1;
}
