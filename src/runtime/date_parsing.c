// <time.h>: strptime, in the C locale.
#include "runtime/calendar.h"

struct parser {
    const char *text; // NULL: it does not match
    struct tm *date;
    bool wants_days; // the day of the week and of the year follow from others
    bool has_weekday, has_day_of_year, has_month, has_day, has_12_hours, is_afternoon, has_short_year;
    int century; // -1: none
};

static const char *const weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                       "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

int strncasecmp(const char *left, const char *right, size_t count);
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict to);

static void skip_date_spaces(struct parser *p)
{
    while (__runtime_is_space((unsigned char)*p->text))
        p->text++;
}

// A number of at most so many digits in the range; -1: there is none, and nothing matches.
static int read_date_number(struct parser *p, int least, int most, int digits)
{
    int value = 0;
    skip_date_spaces(p);
    bool is_number = __runtime_is_digit((unsigned char)*p->text);
    if (is_number)
        do
            value = value * 10 + (*p->text++ - '0');
        while (--digits && value * 10 <= most && __runtime_is_digit((unsigned char)*p->text));
    if (is_number && value >= least && value <= most)
        return value;
    p->text = NULL;
    return -1;
}

// The index of a name, in full or its first three letters; -1 as above.
static int read_name(struct parser *p, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        bool is_full = strncasecmp(p->text, names[i], length) == 0;
        if (is_full || strncasecmp(p->text, names[i], 3) == 0) {
            p->text += is_full ? length : 3;
            return i;
        }
    }
    p->text = NULL;
    return -1;
}

static void read_zone(struct parser *p)
{
    skip_date_spaces(p);
    if (*p->text == 'Z') {
        p->text++;
        p->date->tm_gmtoff = 0;
        return;
    }
    bool is_west = *p->text == '-';
    if (!is_west && *p->text != '+') {
        p->text = NULL;
        return;
    }
    int digits = 0, value = 0;
    for (p->text++; digits < 4 && __runtime_is_digit((unsigned char)*p->text); digits++) {
        value = value * 10 + (*p->text++ - '0');
        if (digits == 1 && *p->text == ':' && __runtime_is_digit((unsigned char)p->text[1]))
            p->text++;
    }
    if (digits == 2)
        value *= 100;
    if ((digits != 2 && digits != 4) || value % 100 >= 60) {
        p->text = NULL;
        return;
    }
    long offset = value / 100 * 3600 + value % 100 * 60;
    p->date->tm_gmtoff = is_west ? -offset : offset;
}

static void parse(struct parser *p, const char *format);

static void read_seconds(struct parser *p)
{
    time_t seconds = 0;
    if (!__runtime_is_digit((unsigned char)*p->text)) {
        p->text = NULL;
        return;
    }
    while (__runtime_is_digit((unsigned char)*p->text))
        seconds = seconds * 10 + (*p->text++ - '0');
    gmtime_r(&seconds, p->date);
}

static void read_half_of_day(struct parser *p)
{
    bool is_am = strncasecmp(p->text, "AM", 2) == 0;
    if (!is_am && strncasecmp(p->text, "PM", 2) != 0) {
        p->text = NULL;
        return;
    }
    p->text += 2;
    p->is_afternoon = !is_am;
}

// One conversion.
static void parse_field(struct parser *p, char letter)
{
    struct tm *date = p->date;
    switch (letter) {
    case '%':
        if (*p->text++ != '%')
            p->text = NULL;
        break;
    case 'a':
    case 'A':
        date->tm_wday = read_name(p, weekdays, 7);
        p->has_weekday = true;
        break;
    case 'b':
    case 'B':
    case 'h':
        date->tm_mon = read_name(p, months, 12);
        p->has_month = p->wants_days = true;
        break;
    case 'c': parse(p, "%a %b %e %H:%M:%S %Y"); break;
    case 'C':
        p->century = read_date_number(p, 0, 99, 2);
        p->wants_days = true;
        break;
    case 'd':
    case 'e':
        date->tm_mday = read_date_number(p, 1, 31, 2);
        p->has_day = p->wants_days = true;
        break;
    case 'D':
    case 'x': parse(p, "%m/%d/%y"); break;
    case 'F': parse(p, "%Y-%m-%d"); break;
    case 'H':
    case 'k':
        date->tm_hour = read_date_number(p, 0, 23, 2);
        p->has_12_hours = false;
        break;
    case 'I':
    case 'l':
        date->tm_hour = read_date_number(p, 1, 12, 2) % 12;
        p->has_12_hours = true;
        break;
    case 'j':
        date->tm_yday = read_date_number(p, 1, 366, 3) - 1;
        p->has_day_of_year = true;
        break;
    case 'm':
        date->tm_mon = read_date_number(p, 1, 12, 2) - 1;
        p->has_month = p->wants_days = true;
        break;
    case 'M': date->tm_min = read_date_number(p, 0, 59, 2); break;
    case 'n':
    case 't': skip_date_spaces(p); break;
    case 'p': read_half_of_day(p); break;
    case 'r': parse(p, "%I:%M:%S %p"); break;
    case 'R': parse(p, "%H:%M"); break;
    case 's': read_seconds(p); break;
    case 'S': date->tm_sec = read_date_number(p, 0, 61, 2); break;
    case 'T':
    case 'X': parse(p, "%H:%M:%S"); break;
    case 'u':
        date->tm_wday = read_date_number(p, 1, 7, 1) % 7;
        p->has_weekday = true;
        break;
    case 'w':
        date->tm_wday = read_date_number(p, 0, 6, 1);
        p->has_weekday = true;
        break;
    case 'y': {
        int year = read_date_number(p, 0, 99, 2);
        date->tm_year = year >= 69 ? year : year + 100;
        p->has_short_year = p->wants_days = true;
        break;
    }
    case 'Y':
        date->tm_year = read_date_number(p, 0, 9999, 4) - 1900;
        p->has_short_year = false;
        p->wants_days = true;
        break;
    case 'z': read_zone(p); break;
    default:
        __heddle_unmodelled_value("strptime with flags, weeks, names of zones, or an unknown conversion");
        p->text = NULL;
    }
}

static void parse(struct parser *p, const char *format)
{
    for (; p->text && *format; format++) {
        if (__runtime_is_space((unsigned char)*format))
            skip_date_spaces(p);
        else if (*format != '%')
            p->text = *p->text == *format ? p->text + 1 : NULL;
        else
            parse_field(p, *++format);
    }
}

static bool has_leap_day(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_before_month(int month, int64_t year)
{
    static const short days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    return days[month] + (month >= 2 && has_leap_day(year));
}

// What follows from the fields that were read, and from those that the date had before.
static void complete(struct parser *p)
{
    struct tm *date = p->date;
    int64_t year = 1900 + (int64_t)date->tm_year;
    if (p->wants_days && !p->has_weekday) {
        if (!(p->has_month && p->has_day) && p->has_day_of_year) {
            int month = 0;
            while (month < 12 && days_before_month(month, year) <= date->tm_yday)
                month++;
            if (days_before_month(month, year) <= date->tm_yday)
                __heddle_unmodelled_value("strptime of the day 366 of a year that has none");
            if (!p->has_month)
                date->tm_mon = month - 1;
            if (!p->has_day)
                date->tm_mday = date->tm_yday - days_before_month(month - 1, year) + 1;
            p->has_month = p->has_day = true;
        }
        if (p->has_month || (unsigned)date->tm_mon < 12) {
            if (year < 1)
                __heddle_unmodelled_value("strptime of years before 1");
            struct tm day = {.tm_year = date->tm_year, .tm_mon = date->tm_mon, .tm_mday = date->tm_mday};
            int64_t days = __runtime_seconds_of(&day) / 86400;
            date->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
        }
    }
    if (p->wants_days && !p->has_day_of_year && (p->has_month || (unsigned)date->tm_mon < 12))
        date->tm_yday = days_before_month(date->tm_mon, year) + date->tm_mday - 1;
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict date)
{
    struct parser p = {.text = text, .date = date, .century = -1};
    parse(&p, format);
    if (!p.text)
        return NULL;
    if (p.has_12_hours && p.is_afternoon)
        date->tm_hour += 12;
    if (p.century >= 0)
        date->tm_year =
            p.has_short_year ? date->tm_year % 100 + (p.century - 19) * 100 : (p.century - 19) * 100;
    complete(&p);
    return (char *)p.text;
}
