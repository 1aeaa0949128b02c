// <locale.h>, <langinfo.h>, and the functions that take a locale: there is only the C locale.
#include "runtime/calendar.h"

// The locale's name, or NULL if there is no such locale.
static bool is_known(const char *name)
{
    return !*name || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

enum { CATEGORIES = 13, LC_ALL = 6 };

char *setlocale(int category, const char *locale)
{
    static char name[] = "C", calls;
    SHARED_BY_CALLS(calls);
    if (category < 0 || category >= CATEGORIES) {
        errno = EINVAL;
        return NULL;
    }
    return !locale || is_known(locale) ? name : NULL;
}

struct lconv {
    const char *decimal_point, *texts[9];
    char characters[14];
};

struct lconv *localeconv(void)
{
    static struct lconv conventions = {".",
                                       {"", "", "", "", "", "", "", "", ""},
                                       {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
                                        CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
                                        CHAR_MAX}};
    static char calls;
    SHARED_BY_CALLS(calls);
    return &conventions;
}

// ---- what the locale calls things

// Numbers of glibc's <langinfo.h>: a category in the upper half.
enum {
    CODESET = 14,
    RADIXCHAR = 0x10000,
    THOUSEP = 0x10001,
    FIRST_OF_TIME = 0x20000,
    CRNCYSTR = 0x4000f,
    YESEXPR = 0x50000,
    NOEXPR = 0x50001,
    YESSTR = 0x50002,
    NOSTR = 0x50003,
};
static const char *const texts_of_time[] = {"Sun",
                                            "Mon",
                                            "Tue",
                                            "Wed",
                                            "Thu",
                                            "Fri",
                                            "Sat",
                                            "Sunday",
                                            "Monday",
                                            "Tuesday",
                                            "Wednesday",
                                            "Thursday",
                                            "Friday",
                                            "Saturday",
                                            "Jan",
                                            "Feb",
                                            "Mar",
                                            "Apr",
                                            "May",
                                            "Jun",
                                            "Jul",
                                            "Aug",
                                            "Sep",
                                            "Oct",
                                            "Nov",
                                            "Dec",
                                            "January",
                                            "February",
                                            "March",
                                            "April",
                                            "May",
                                            "June",
                                            "July",
                                            "August",
                                            "September",
                                            "October",
                                            "November",
                                            "December",
                                            "AM",
                                            "PM",
                                            "%a %b %e %H:%M:%S %Y",
                                            "%m/%d/%y",
                                            "%H:%M:%S",
                                            "%I:%M:%S %p"};

char *nl_langinfo(int item)
{
    switch (item) {
    case CODESET: return "ANSI_X3.4-1968";
    case RADIXCHAR: return ".";
    case CRNCYSTR: return "-";
    case YESEXPR: return "^[yY]";
    case NOEXPR: return "^[nN]";
    case THOUSEP:
    case YESSTR:
    case NOSTR: return "";
    }
    size_t of_time = (size_t)item - FIRST_OF_TIME;
    if (of_time < sizeof texts_of_time / sizeof *texts_of_time)
        return (char *)texts_of_time[of_time];
    __heddle_unmodelled_value("nl_langinfo of this item");
    return "";
}

// ---- locales as objects

extern const unsigned short __runtime_class_table[384];
extern const int32_t __runtime_lower_table[384], __runtime_upper_table[384];
enum { TABLE_START = 128 };

// As glibc's headers look into it.
struct locale {
    const void *categories[CATEGORIES];
    const unsigned short *classes;
    const int32_t *lower, *upper;
    const char *names[CATEGORIES];
};
static const struct locale c_locale = {
    .classes = __runtime_class_table + TABLE_START,
    .lower = __runtime_lower_table + TABLE_START,
    .upper = __runtime_upper_table + TABLE_START,
    .names = {"C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C"}};
#define GLOBAL_LOCALE ((const struct locale *)-1)
static _Thread_local const struct locale *used = GLOBAL_LOCALE;

const struct locale *newlocale(int categories, const char *name, const struct locale *base)
{
    enum { ALL = 1 << LC_ALL };
    (void)base;
    if (!name || categories & ~((1 << CATEGORIES) - 1)) {
        errno = EINVAL;
        return NULL;
    }
    if (is_known(name))
        return &c_locale;
    errno = ENOENT;
    return NULL;
}

const struct locale *duplocale(const struct locale *locale)
{
    (void)locale;
    return &c_locale;
}

void freelocale(const struct locale *locale)
{
    (void)locale;
}

const struct locale *uselocale(const struct locale *locale)
{
    const struct locale *before = used;
    if (locale)
        used = locale;
    return before;
}

// ---- functions that take one

#define IN_LOCALE(type, name, parameters, arguments, ...)                                                    \
    type name parameters;                                                                                    \
    type name##_l(__VA_ARGS__, const struct locale *locale)                                                  \
    {                                                                                                        \
        (void)locale;                                                                                        \
        return name arguments;                                                                               \
    }
#define OF_CHARACTER(name) IN_LOCALE(int, name, (int), (c), int c)
#define OF_TEXTS(type, name)                                                                                 \
    IN_LOCALE(type, name, (const char *, const char *), (a, b), const char *a, const char *b)
#define OF_NUMBER(type, name)                                                                                \
    IN_LOCALE(type, name, (const char *, char **), (text, end), const char *text, char **end)
#define OF_INTEGER(type, name)                                                                               \
    IN_LOCALE(type, name, (const char *, char **, int), (text, end, base), const char *text, char **end,     \
              int base)
OF_CHARACTER(isalnum)
OF_CHARACTER(isalpha)
OF_CHARACTER(isblank)
OF_CHARACTER(iscntrl)
OF_CHARACTER(isdigit)
OF_CHARACTER(isgraph)
OF_CHARACTER(islower)
OF_CHARACTER(isprint)
OF_CHARACTER(ispunct)
OF_CHARACTER(isspace)
OF_CHARACTER(isupper)
OF_CHARACTER(isxdigit)
OF_CHARACTER(tolower)
OF_CHARACTER(toupper)
OF_TEXTS(int, strcasecmp)
OF_TEXTS(int, strcoll)
IN_LOCALE(int, strncasecmp, (const char *, const char *, size_t), (a, b, count), const char *a, const char *b,
          size_t count)
IN_LOCALE(size_t, strxfrm, (char *, const char *, size_t), (to, from, size), char *to, const char *from,
          size_t size)
IN_LOCALE(size_t, strftime, (char *, size_t, const char *, const struct tm *), (to, size, format, date),
          char *to, size_t size, const char *format, const struct tm *date)
IN_LOCALE(char *, nl_langinfo, (int), (item), int item)
OF_NUMBER(double, strtod)
OF_NUMBER(float, strtof)
OF_NUMBER(long double, strtold)
OF_INTEGER(long, strtol)
OF_INTEGER(long long, strtoll)
OF_INTEGER(unsigned long, strtoul)
OF_INTEGER(unsigned long long, strtoull)

// Functions of wide characters, in a locale.
typedef unsigned wide; // wint_t
#define OF_WIDE(name) IN_LOCALE(int, name, (wide), (c), wide c)
OF_WIDE(iswalnum)
OF_WIDE(iswalpha)
OF_WIDE(iswblank)
OF_WIDE(iswcntrl)
OF_WIDE(iswdigit)
OF_WIDE(iswgraph)
OF_WIDE(iswlower)
OF_WIDE(iswprint)
OF_WIDE(iswpunct)
OF_WIDE(iswspace)
OF_WIDE(iswupper)
OF_WIDE(iswxdigit)
IN_LOCALE(wide, towlower, (wide), (c), wide c)
IN_LOCALE(wide, towupper, (wide), (c), wide c)
IN_LOCALE(uintptr_t, wctype, (const char *), (name), const char *name)
IN_LOCALE(uintptr_t, wctrans, (const char *), (name), const char *name)
IN_LOCALE(int, iswctype, (wide, uintptr_t), (c, type), wide c, uintptr_t type)
IN_LOCALE(wide, towctrans, (wide, uintptr_t), (c, mapping), wide c, uintptr_t mapping)
IN_LOCALE(int, wcscasecmp, (const wchar_t *, const wchar_t *), (a, b), const wchar_t *a, const wchar_t *b)
IN_LOCALE(int, wcscoll, (const wchar_t *, const wchar_t *), (a, b), const wchar_t *a, const wchar_t *b)
IN_LOCALE(int, wcsncasecmp, (const wchar_t *, const wchar_t *, size_t), (a, b, count), const wchar_t *a,
          const wchar_t *b, size_t count)
#define OF_WIDE_NUMBER(type, name)                                                                           \
    IN_LOCALE(type, name, (const wchar_t *, wchar_t **), (text, end), const wchar_t *text, wchar_t **end)
#define OF_WIDE_INTEGER(type, name)                                                                          \
    IN_LOCALE(type, name, (const wchar_t *, wchar_t **, int), (text, end, base), const wchar_t *text,        \
              wchar_t **end, int base)
OF_WIDE_NUMBER(double, wcstod)
OF_WIDE_NUMBER(float, wcstof)
OF_WIDE_NUMBER(long double, wcstold)
OF_WIDE_INTEGER(long, wcstol)
OF_WIDE_INTEGER(long long, wcstoll)
OF_WIDE_INTEGER(unsigned long, wcstoul)
OF_WIDE_INTEGER(unsigned long long, wcstoull)
