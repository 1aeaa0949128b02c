// <time.h>: dates in the Gregorian calendar. The time zone is UTC.
#include "runtime/calendar.h"

enum { SECONDS_PER_DAY = 86400, DAYS_PER_ERA = 146097, YEARS_PER_ERA = 400, EPOCH_WEEKDAY = 4 };
// Days from 0000-03-01 to 1970-01-01: years start in March here, so that a leap day is their last.
enum { EPOCH_FROM_MARCH = 719468 };

static int64_t floor_divide(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

static bool is_leap_year(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int64_t days_before_date(int64_t year, int month, int64_t day)
{
    year -= month < 2;
    int64_t era = floor_divide(year, YEARS_PER_ERA), year_of_era = year - era * YEARS_PER_ERA;
    int month_from_march = (month + 10) % 12;
    int64_t day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    return era * DAYS_PER_ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
           EPOCH_FROM_MARCH;
}

int64_t __runtime_seconds_of(const struct tm *date)
{
    int64_t year = 1900 + (int64_t)date->tm_year + floor_divide(date->tm_mon, 12);
    int month = date->tm_mon - (int)floor_divide(date->tm_mon, 12) * 12;
    int64_t days = days_before_date(year, month, date->tm_mday);
    return ((days * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
}

static struct tm *split_moment(int64_t seconds, struct tm *to, const char *zone)
{
    int64_t day = floor_divide(seconds, SECONDS_PER_DAY);
    int second = (int)(seconds - day * SECONDS_PER_DAY);
    int64_t shifted = day + EPOCH_FROM_MARCH, era = floor_divide(shifted, DAYS_PER_ERA);
    int day_of_era = (int)(shifted - era * DAYS_PER_ERA);
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month_from_march = (5 * day_of_year + 2) / 153;
    int month = (month_from_march + 2) % 12;
    int64_t year = era * YEARS_PER_ERA + year_of_era + (month < 2);
    if (year - 1900 != (int)(year - 1900)) {
        errno = EOVERFLOW;
        return NULL;
    }
    *to = (struct tm){
        .tm_sec = second % 60,
        .tm_min = second / 60 % 60,
        .tm_hour = second / 3600,
        .tm_mday = day_of_year - (153 * month_from_march + 2) / 5 + 1,
        .tm_mon = month,
        .tm_year = (int)(year - 1900),
        .tm_wday = (int)((day % 7 + 7 + EPOCH_WEEKDAY) % 7),
        .tm_yday = (int)(day - days_before_date(year, 0, 1)),
        .tm_zone = zone,
    };
    return to;
}

// Shared by all threads, as C has it.
static struct tm date_of_gmtime_and_localtime;
enum { TEXT_OF_ASCTIME_R = 26, TEXT_OF_ASCTIME = 114 }; // bytes with the terminator, as in glibc
static char text_of_asctime[TEXT_OF_ASCTIME];

struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict to)
{
    return split_moment(*seconds, to, "GMT");
}

struct tm *gmtime(const time_t *seconds)
{
    return split_moment(*seconds, &date_of_gmtime_and_localtime, "GMT");
}

struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict to)
{
    return split_moment(*seconds, to, "UTC");
}

struct tm *localtime(const time_t *seconds)
{
    return split_moment(*seconds, &date_of_gmtime_and_localtime, "UTC");
}

// The zone is UTC.
long timezone;
int daylight;
char *tzname[2] = {"UTC", "UTC"};

void tzset(void) {}

static time_t join(struct tm *date, const char *zone, int64_t correction)
{
    int64_t seconds = __runtime_seconds_of(date) + correction;
    if (seconds != (time_t)seconds || !split_moment(seconds, date, zone)) {
        errno = EOVERFLOW;
        return -1;
    }
    return (time_t)seconds;
}

time_t mktime(struct tm *date)
{
    // Summer time, which the zone does not have, is taken to be an hour.
    return join(date, "UTC", date->tm_isdst > 0 ? -3600 : 0);
}

time_t timelocal(struct tm *date)
{
    return mktime(date);
}

time_t timegm(struct tm *date)
{
    return join(date, "GMT", 0);
}

static const char *const weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                       "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

struct text {
    char *to;
    size_t size, length;
};

static void put_date_character(struct text *text, char c)
{
    if (text->length < text->size)
        text->to[text->length] = c;
    text->length++;
}

static void put_string(struct text *text, const char *string, size_t most)
{
    for (; *string && most; string++, most--)
        put_date_character(text, *string);
}

static void put_number(struct text *text, int64_t value, unsigned width, char padding)
{
    char digits[24];
    unsigned count = 0;
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    for (; magnitude; magnitude /= 10)
        digits[count++] = (char)('0' + magnitude % 10);
    if (value < 0)
        put_date_character(text, '-');
    for (unsigned i = count ? count : 1; i < width; i++)
        put_date_character(text, padding);
    if (!count)
        put_date_character(text, '0');
    while (count)
        put_date_character(text, digits[--count]);
}

static const char *name_of(const char *const *names, int index, int count)
{
    return index >= 0 && index < count ? names[index] : "?";
}

// ISO 8601: weeks start on Monday, and week 1 has the year's first Thursday.
static int iso_week(const struct tm *date, int64_t *year)
{
    *year = 1900 + (int64_t)date->tm_year;
    int weekday = (date->tm_wday + 6) % 7;
    int week = (date->tm_yday - weekday + 10) / 7;
    if (week == 0) {
        --*year;
        int day = date->tm_yday + (is_leap_year(*year) ? 366 : 365);
        return (day - weekday + 10) / 7;
    }
    if (week == 53 && date->tm_yday - weekday + 3 >= (is_leap_year(*year) ? 366 : 365)) {
        ++*year;
        return 1;
    }
    return week;
}

static bool put_field(struct text *text, char letter, const struct tm *date);

static bool put_fields(struct text *text, const char *format, const struct tm *date)
{
    for (; *format; format++) {
        if (*format != '%') {
            put_date_character(text, *format);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O') // other forms of the C locale are the same
            format++;
        if (!put_field(text, *format, date)) {
            __heddle_unmodelled_value("strftime with flags or an unknown conversion");
            return false;
        }
    }
    return true;
}

static bool put_field(struct text *text, char letter, const struct tm *date)
{
    int64_t year = 1900 + (int64_t)date->tm_year, iso_year;
    int hour12 = date->tm_hour % 12 ? date->tm_hour % 12 : 12;
    switch (letter) {
    case 'a': put_string(text, name_of(weekdays, date->tm_wday, 7), 3); return true;
    case 'A': put_string(text, name_of(weekdays, date->tm_wday, 7), SIZE_MAX); return true;
    case 'b':
    case 'h': put_string(text, name_of(months, date->tm_mon, 12), 3); return true;
    case 'B': put_string(text, name_of(months, date->tm_mon, 12), SIZE_MAX); return true;
    case 'c': return put_fields(text, "%a %b %e %H:%M:%S %Y", date);
    case 'C': put_number(text, floor_divide(year, 100), 1, '0'); return true;
    case 'd': put_number(text, date->tm_mday, 2, '0'); return true;
    case 'D':
    case 'x': return put_fields(text, "%m/%d/%y", date);
    case 'e': put_number(text, date->tm_mday, 2, ' '); return true;
    case 'F': return put_fields(text, "%Y-%m-%d", date);
    case 'g':
        iso_week(date, &iso_year);
        put_number(text, (iso_year % 100 + 100) % 100, 2, '0');
        return true;
    case 'G':
        iso_week(date, &iso_year);
        put_number(text, iso_year, 1, '0');
        return true;
    case 'H': put_number(text, date->tm_hour, 2, '0'); return true;
    case 'I': put_number(text, hour12, 2, '0'); return true;
    case 'j': put_number(text, date->tm_yday + 1, 3, '0'); return true;
    case 'k': put_number(text, date->tm_hour, 2, ' '); return true;
    case 'l': put_number(text, hour12, 2, ' '); return true;
    case 'm': put_number(text, date->tm_mon + 1, 2, '0'); return true;
    case 'M': put_number(text, date->tm_min, 2, '0'); return true;
    case 'n': put_date_character(text, '\n'); return true;
    case 'p': put_string(text, date->tm_hour >= 12 ? "PM" : "AM", SIZE_MAX); return true;
    case 'P': put_string(text, date->tm_hour >= 12 ? "pm" : "am", SIZE_MAX); return true;
    case 'r': return put_fields(text, "%I:%M:%S %p", date);
    case 'R': return put_fields(text, "%H:%M", date);
    case 's': put_number(text, __runtime_seconds_of(date), 1, '0'); return true;
    case 'S': put_number(text, date->tm_sec, 2, '0'); return true;
    case 't': put_date_character(text, '\t'); return true;
    case 'T':
    case 'X': return put_fields(text, "%H:%M:%S", date);
    case 'u': put_number(text, date->tm_wday ? date->tm_wday : 7, 1, '0'); return true;
    case 'U': put_number(text, (date->tm_yday - date->tm_wday + 7) / 7, 2, '0'); return true;
    case 'V': put_number(text, iso_week(date, &iso_year), 2, '0'); return true;
    case 'w': put_number(text, date->tm_wday, 1, '0'); return true;
    case 'W': put_number(text, (date->tm_yday - (date->tm_wday + 6) % 7 + 7) / 7, 2, '0'); return true;
    case 'y': put_number(text, (year % 100 + 100) % 100, 2, '0'); return true;
    case 'Y': put_number(text, year, 1, '0'); return true;
    case 'z': put_string(text, "+0000", SIZE_MAX); return true;
    case 'Z': put_string(text, date->tm_zone ? date->tm_zone : "UTC", SIZE_MAX); return true;
    case '%': put_date_character(text, '%'); return true;
    default: return false;
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict date)
{
    struct text text = {to, size, 0};
    if (!put_fields(&text, format, date))
        return 0;
    put_date_character(&text, 0);
    return text.length <= size ? text.length - 1 : 0;
}

// NULL where that is longer than the buffer, or the year is no int.
static char *write_date(const struct tm *date, char *to, size_t size)
{
    struct text text = {to, size - 1, 0};
    if (date->tm_year > INT_MAX - 1900) {
        errno = EOVERFLOW;
        return NULL;
    }
    put_fields(&text, date->tm_wday >= 0 && date->tm_wday < 7 ? "%a " : "??? ", date);
    put_fields(&text, date->tm_mon >= 0 && date->tm_mon < 12 ? "%b " : "??? ", date);
    put_fields(&text, "%e %H:%M:%S %Y\n", date);
    to[text.length < size ? text.length : size - 1] = 0;
    if (text.length < size)
        return to;
    errno = EOVERFLOW;
    return NULL;
}

char *asctime_r(const struct tm *restrict date, char *restrict to)
{
    return write_date(date, to, TEXT_OF_ASCTIME_R);
}

char *asctime(const struct tm *date)
{
    return write_date(date, text_of_asctime, sizeof text_of_asctime);
}

char *ctime_r(const time_t *seconds, char *to)
{
    struct tm date;
    return split_moment(*seconds, &date, "UTC") ? write_date(&date, to, TEXT_OF_ASCTIME_R) : NULL;
}

char *ctime(const time_t *seconds)
{
    return split_moment(*seconds, &date_of_gmtime_and_localtime, "UTC")
               ? write_date(&date_of_gmtime_and_localtime, text_of_asctime, sizeof text_of_asctime)
               : NULL;
}
