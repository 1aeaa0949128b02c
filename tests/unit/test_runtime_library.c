// The rest of the runtime library against glibc: sorting, random numbers, the end of the program, the
// environment, dates, options, mathematics, and attributes.
#include "runtime_host.h"

#include <complex.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static int *runtime_errno(void)
{
    return ((int *(*)(void))(uintptr_t)runtime_symbol("__errno_location"))();
}

struct item {
    int key, place;
    char filler[3];
};

static int compare_items(const void *left, const void *right)
{
    int a = ((const struct item *)left)->key, b = ((const struct item *)right)->key;
    return (a > b) - (a < b);
}

static void test_sorting(void **state)
{
    (void)state;
    RUNTIME(qsort);
    RUNTIME(bsearch);
    static struct item items[400];
    for (int round = 0; round < 300; round++) {
        int count = (int)random_below(round % 10 ? 40 : 400);
        for (int i = 0; i < count; i++)
            items[i] = (struct item){(int)random_below(1 + random_below(100)), i, "ab"};
        mine_qsort(items, (size_t)count, sizeof *items, compare_items);
        for (int i = 1; i < count; i++) {
            assert_true(items[i - 1].key <= items[i].key);
            assert_true(items[i - 1].key < items[i].key || items[i - 1].place < items[i].place);
            assert_string_equal(items[i].filler, "ab");
        }
        struct item key = {.key = (int)random_below(100)};
        const struct item *found = mine_bsearch(&key, items, (size_t)count, sizeof *items, compare_items);
        const struct item *expected = bsearch(&key, items, (size_t)count, sizeof *items, compare_items);
        assert_int_equal(!found, !expected);
        assert_true(!found || found->key == key.key);
    }
}

static void test_random_numbers(void **state)
{
    (void)state;
    RUNTIME(rand);
    RUNTIME(srand);
    RUNTIME(random);
    RUNTIME(rand_r);
    RUNTIME(drand48);
    RUNTIME(lrand48);
    RUNTIME(mrand48);
    RUNTIME(erand48);
    RUNTIME(srand48);
    RUNTIME(seed48);
    RUNTIME(lcong48);
    for (int i = 0; i < 100; i++) // nobody has called srand
        assert_int_equal(mine_rand(), rand());
    for (unsigned round = 0; round < 20; round++) {
        unsigned seed = round < 2 ? round : (unsigned)random_bits(), mine_seed = seed, their_seed = seed;
        mine_srand(seed);
        srand(seed);
        for (int i = 0; i < 100; i++) {
            assert_int_equal(mine_random(), random());
            assert_int_equal(mine_rand_r(&mine_seed), rand_r(&their_seed));
        }
        mine_srand48((long)seed);
        srand48((long)seed);
        unsigned short mine_state[3] = {1, 2, (unsigned short)seed},
                       their_state[3] = {1, 2, (unsigned short)seed};
        for (int i = 0; i < 50; i++) {
            assert_true(mine_drand48() == drand48());
            assert_int_equal(mine_lrand48(), lrand48());
            assert_int_equal(mine_mrand48(), mrand48());
            assert_true(mine_erand48(mine_state) == erand48(their_state));
        }
        assert_memory_equal(mine_seed48(mine_state), seed48(their_state), sizeof mine_state);
        assert_true(mine_drand48() == drand48());
        unsigned short parameters[7] = {1, 2, 3, 4, 5, 6, (unsigned short)seed};
        mine_lcong48(parameters);
        lcong48(parameters);
        assert_true(mine_drand48() == drand48());
    }
}

static char order[256];
static int (*mine_atexit)(void (*)(void));

static void note(char c)
{
    order[strlen(order)] = c;
}
static void note_a(void)
{
    note('a');
}
static void note_b(void)
{
    note('b');
    mine_atexit(note_a);
}
static void note_status(int status, void *argument)
{
    note((char)('0' + status));
    note(*(char *)argument);
}

static void test_end(void **state)
{
    (void)state;
    RUNTIME(on_exit);
    mine_atexit = (int (*)(void (*)(void)))(uintptr_t)runtime_symbol("atexit");
    runtime_reset();
    char letter = 'x';
    assert_int_equal(mine_atexit(note_a), 0);
    assert_int_equal(mine_on_exit(note_status, &letter), 0);
    assert_int_equal(mine_atexit(note_b), 0);
    runtime_exit(3);
    assert_int_equal(runtime_record.status, 3);
    assert_string_equal(order, "ba3xa");
    for (int i = 0; i < 100; i++)
        assert_int_equal(mine_atexit(note_a), 0);
    runtime_exit(0);
    assert_int_equal(strlen(order), strlen("ba3xa") + 100);
}

static void test_environment(void **state)
{
    (void)state;
    RUNTIME(getenv);
    RUNTIME(setenv);
    RUNTIME(unsetenv);
    RUNTIME(putenv);
    RUNTIME(clearenv);
    clearenv();
    assert_null(mine_getenv("PATH"));
    static const char *const names[] = {"A", "AB", "B", "ABC", "", "A=B"};
    static char entries[][8] = {"A=put", "B=", "AB", "NEW=1"};
    for (int round = 0; round < 2000; round++) {
        const char *name = names[random_below(6)];
        char value[8];
        random_text(value, 7, "12=");
        int replace = (int)random_below(2);
        char *entry = entries[random_below(4)];
        switch (random_below(5)) {
        case 0: assert_int_equal(mine_unsetenv(name), unsetenv(name)); break;
        case 1: assert_int_equal(mine_putenv(entry), putenv(entry)); break;
        case 2:
            if (random_below(20) == 0)
                assert_int_equal(mine_clearenv(), clearenv());
            break;
        default: assert_int_equal(mine_setenv(name, value, replace), setenv(name, value, replace));
        }
        for (size_t i = 0; i < 4; i++) {
            const char *mine = mine_getenv(names[i]), *theirs = getenv(names[i]);
            assert_int_equal(!mine, !theirs);
            if (mine)
                assert_string_equal(mine, theirs);
        }
    }
}

static void test_dates(void **state)
{
    (void)state;
    RUNTIME(gmtime_r);
    RUNTIME(timegm);
    RUNTIME(strftime);
    RUNTIME(asctime_r);
    for (int round = 0; round < 20000; round++) {
        time_t seconds = (time_t)((int64_t)random_bits() >> (8 + random_below(50)));
        struct tm mine = {0}, theirs = {0};
        *runtime_errno() = errno = 0;
        const void *mine_result = mine_gmtime_r(&seconds, &mine), *their_result = gmtime_r(&seconds, &theirs);
        assert_int_equal(!mine_result, !their_result);
        assert_int_equal(*runtime_errno(), errno);
        if (!mine_result)
            continue;
        assert_memory_equal(&mine, &theirs, offsetof(struct tm, tm_isdst) + sizeof(int));
        assert_int_equal(mine_timegm(&mine), seconds);
        if (round % 8 == 0 && theirs.tm_year > -1900 && theirs.tm_year < 8000) {
            static const char format[] =
                "%a %A %b %B %c %C %d %D %e %F %g %G %H %I %j %k %l %m %M %n %p %P %r %R "
                "%S %t %T %u %U %V %w %W %x %X %y %Y %z %Z %% %h %s";
            char mine_text[400], their_text[400];
            size_t mine_length = mine_strftime(mine_text, sizeof mine_text, format, &mine);
            size_t their_length = strftime(their_text, sizeof their_text, format, &theirs);
            assert_string_equal(mine_text, their_text);
            assert_int_equal(mine_length, their_length);
            assert_string_equal(mine_asctime_r(&mine, mine_text), asctime_r(&theirs, their_text));
        }
        mine.tm_mon += (int)random_below(100) - 50;
        mine.tm_mday += (int)random_below(1000) - 500;
        mine.tm_sec += (int)random_below(100000) - 50000;
        theirs = mine;
        assert_int_equal(mine_timegm(&mine), timegm(&theirs));
        assert_int_equal(mine.tm_yday, theirs.tm_yday);
        assert_int_equal(mine.tm_wday, theirs.tm_wday);
    }
}

static void test_clocks(void **state)
{
    (void)state;
    RUNTIME(time);
    RUNTIME(clock_gettime);
    RUNTIME(sleep);
    RUNTIME(clock_nanosleep);
    struct timespec before, after;
    time_t start = mine_time(NULL);
    mine_clock_gettime(CLOCK_MONOTONIC, &before);
    assert_int_equal(mine_sleep(5), 0);
    mine_clock_gettime(CLOCK_MONOTONIC, &after);
    assert_int_equal(after.tv_sec - before.tv_sec, 5);
    assert_true(mine_time(NULL) >= start + 5);
    after.tv_sec += 7;
    assert_int_equal(mine_clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &after, NULL), 0);
    mine_clock_gettime(CLOCK_MONOTONIC, &before);
    assert_true(before.tv_sec >= after.tv_sec);
    assert_int_equal(mine_clock_gettime(99, &before), -1);
}

static void test_options(void **state)
{
    (void)state;
    RUNTIME(getopt_long);
    RUNTIME(getopt_long_only);
    char **mine_optarg = runtime_symbol("optarg");
    int *mine_optind = runtime_symbol("optind"), *mine_optopt = runtime_symbol("optopt");
    *(int *)runtime_symbol("opterr") = opterr = 0;
    static const struct option table[] = {{"add", required_argument, NULL, 'A'},
                                          {"adder", no_argument, NULL, 'D'},
                                          {"color", optional_argument, NULL, 'C'},
                                          {"copy", no_argument, NULL, 'P'},
                                          {NULL, 0, NULL, 0}};
    static const char *const words[] = {"-a",      "-b",   "-bval", "-c",    "-cx",     "file",   "--",
                                        "-ab",     "-",    "-z",    "--add", "--add=1", "--adde", "--color=r",
                                        "--color", "--co", "--no",  "other", "-add",    "-copy",  "--copy=1"};
    static const char *const letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::"};
    for (int round = 0; round < 20000; round++) {
        char *mine[10] = {(char *)"program"}, *theirs[10] = {(char *)"program"};
        int argc = 1 + (int)random_below(8);
        for (int i = 1; i < argc; i++)
            mine[i] = theirs[i] = (char *)words[random_below(sizeof words / sizeof *words)];
        const char *set = letters[random_below(4)];
        *mine_optind = optind = 0;
        bool only = random_below(3) == 0;
        for (int result = 0, steps = 0; result != -1 && steps < 40; steps++) {
            int mine_index = -1, their_index = -1, mine_result;
            if (only) {
                mine_result = mine_getopt_long_only(argc, mine, set, table, &mine_index);
                result = getopt_long_only(argc, theirs, set, table, &their_index);
            } else {
                mine_result = mine_getopt_long(argc, mine, set, table, &mine_index);
                result = getopt_long(argc, theirs, set, table, &their_index);
            }
            if (mine_result != result || *mine_optind != optind) {
                print_message("set \"%s\" only %d: got %d at %d, expected %d at %d:", set, only, mine_result,
                              *mine_optind, result, optind);
                for (int i = 1; i < argc; i++)
                    print_message(" %s", theirs[i]);
                print_message("\n");
            }
            assert_int_equal(mine_result, result);
            assert_int_equal(*mine_optind, optind);
            assert_int_equal(mine_index, their_index);
            assert_ptr_equal(*mine_optarg, optarg);
            if (result == '?' || result == ':')
                assert_int_equal(*mine_optopt, optopt);
        }
        assert_memory_equal(mine, theirs, sizeof mine);
    }
}

static double random_double(void)
{
    union {
        uint64_t bits;
        double number;
    } value = {random_bits()};
    switch (random_below(6)) {
    case 0: return value.number + 0.0; // no signalling NaN
    case 1: return (double)(int)random_below(100) - 50;
    case 2: return (double)((int)random_below(100) - 50) + 0.5;
    case 3:
        return (double[]){
            0.0, -0.0, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p52, 0x1.fffffffffffffp-2}[random_below(8)];
    default: return (double)(int64_t)random_bits() * 0x1p-60;
    }
}

static bool same(double a, double b)
{
    return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

static void test_mathematics(void **state)
{
    (void)state;
#define ONE(X)                                                                                               \
    X(floor) X(ceil) X(trunc) X(rint) X(round) X(sqrt) X(fabs) X(logb) X(sin) X(exp) X(log) X(tgamma)
#define ONE_FLOAT(X) X(floorf) X(ceilf) X(truncf) X(rintf) X(roundf) X(sqrtf) X(fabsf)
#define TWO(X) X(fmin) X(fmax) X(copysign) X(fdim) X(nextafter) X(pow) X(atan2) X(hypot)
#define DECLARE(name) RUNTIME(name);
    ONE(DECLARE) ONE_FLOAT(DECLARE) TWO(DECLARE) RUNTIME(ldexp);
    RUNTIME(remainder);
    RUNTIME(frexp);
    RUNTIME(modf);
    RUNTIME(ilogb);
    RUNTIME(lrint);
    RUNTIME(lround);
    RUNTIME(nextafterf);
    for (int i = 0; i < 20000; i++) {
        volatile double x = random_double(), y = random_double();
        volatile int n = (int)random_below(3000) - 1500, mine_n, their_n;
        double mine_whole, whole;
#define SAME(name, call)                                                                                     \
    {                                                                                                        \
        double mine_result = (double)mine_##call, their_result = (double)call;                               \
        if (!same(mine_result, their_result))                                                                \
            print_message(#name " of %a, %a is %a, expected %a\n", x, y, mine_result, their_result);         \
        assert_true(same(mine_result, their_result));                                                        \
    }
#define COMPARE_ONE(name) SAME(name, name(x))
#define COMPARE_FLOAT(name) SAME(name, name((float)x))
#define COMPARE_TWO(name) SAME(name, name(x, y))
        ONE(COMPARE_ONE)
        ONE_FLOAT(COMPARE_FLOAT)
        TWO(COMPARE_TWO)
        SAME(ldexp, ldexp(x, n))
        SAME(remainder, remainder(x, y) + 0.0) // glibc's zero may have the wrong sign
        SAME(nextafterf, nextafterf((float)x, (float)y))
        assert_true(same(mine_modf(x, &mine_whole), modf(x, &whole)) && same(mine_whole, whole));
        int a = 0, b = 0;
        assert_true(same(mine_frexp(x, &a), frexp(x, &b)));
        mine_n = a;
        their_n = b;
        assert_true(mine_n == their_n || !isfinite(x));
        assert_int_equal(mine_ilogb(x), ilogb(x));
        if (fabs(x) < 1e15) {
            assert_int_equal(mine_lrint(x), lrint(x));
            assert_int_equal(mine_lround(x), lround(x));
        }
    }
}

static bool same_complex(double _Complex a, double _Complex b)
{
    return same(__real__ a, __real__ b) && same(__imag__ a, __imag__ b);
}

static void test_complex(void **state)
{
    (void)state;
#define COMPLEX(X) X(creal) X(cimag) X(conj) X(cproj) X(cabs) X(carg)
#define COMPLEX_FLOAT(X) X(crealf) X(cimagf) X(conjf) X(cprojf)
    COMPLEX(DECLARE) COMPLEX_FLOAT(DECLARE) RUNTIME(cabsf);
    RUNTIME(cargf);
    RUNTIME(cprojl);
    for (int i = 0; i < 20000; i++) {
        volatile double x = random_double(), y = random_double();
        volatile double _Complex z = __builtin_complex((double)x, (double)y);
        volatile float _Complex f = __builtin_complex((float)x, (float)y);
#define COMPARE_COMPLEX(name) assert_true(same_complex(mine_##name(z), name(z)));
#define COMPARE_COMPLEX_FLOAT(name) assert_true(same_complex(mine_##name(f), name(f)));
        COMPLEX(COMPARE_COMPLEX)
        COMPLEX_FLOAT(COMPARE_COMPLEX_FLOAT)
        assert_true(same_complex((double _Complex)mine_cprojl(z), (double _Complex)cprojl(z)));
        // Rounded from double, they may differ in the last bit.
        float length = mine_cabsf(f), angle = mine_cargf(f);
        assert_true(same(length, cabsf(f)) || fabsf(length - cabsf(f)) <= fabsf(length) * 0x1p-22f);
        assert_true(same(angle, cargf(f)) || fabsf(angle - cargf(f)) <= fabsf(angle) * 0x1p-22f);
    }
}

// Any of its bits, or near to a double.
static long double random_long_double(void)
{
    long double value = (long double)random_double();
    uint64_t significand = random_bits() | (uint64_t)1 << 63;
    uint16_t exponent = (uint16_t)(random_bits() & 0xffff);
    if (random_below(2))
        return value;
    if (random_below(4) == 0)
        significand = random_below(2) ? (uint64_t)1 << 63 : UINT64_MAX;
    if (random_below(4) == 0)
        exponent = (uint16_t)(random_below(2) << 15 | random_below(3));
    if ((exponent & 0x7fff) == 0)
        significand &= ~((uint64_t)1 << 63);
    if ((exponent & 0x7fff) == 0x7fff)
        significand = (uint64_t)1 << 63;
    memcpy(&value, &significand, sizeof significand);
    memcpy((char *)&value + sizeof significand, &exponent, sizeof exponent);
    return value;
}

static bool same_long(long double a, long double b)
{
    return (a != a && b != b) || (a == b && !signbit(a) == !signbit(b));
}

static void test_neighbours(void **state)
{
    (void)state;
    RUNTIME(nextafterl);
    RUNTIME(nexttowardl);
    RUNTIME(nexttoward);
    RUNTIME(nexttowardf);
    int *mine_errno = runtime_errno();
    for (int i = 0; i < 50000; i++) {
        volatile long double x = random_long_double(), y = random_long_double();
        volatile double d = random_double();
        volatile float f = (float)d;
#define SAME_NEIGHBOUR(name, from)                                                                           \
    {                                                                                                        \
        errno = *mine_errno = 0;                                                                             \
        long double mine_result = mine_##name(from, y), their_result = name(from, y);                        \
        if (!same_long(mine_result, their_result) || errno != *mine_errno)                                   \
            print_message(#name " of %La, %La is %La, expected %La (errno %d, %d)\n", (long double)(from),   \
                          y, mine_result, their_result, *mine_errno, errno);                                 \
        assert_true(same_long(mine_result, their_result) && errno == *mine_errno);                           \
    }
        SAME_NEIGHBOUR(nextafterl, x)
        SAME_NEIGHBOUR(nexttowardl, x)
        SAME_NEIGHBOUR(nexttoward, d)
        SAME_NEIGHBOUR(nexttowardf, f)
    }
}

static void test_complex_quotients(void **state)
{
    (void)state;
    double _Complex (*mine_double)(double, double, double, double) =
        (__typeof__(mine_double))(uintptr_t)runtime_symbol("__divdc3");
    float _Complex (*mine_float)(float, float, float, float) =
        (__typeof__(mine_float))(uintptr_t)runtime_symbol("__divsc3");
    long double _Complex (*mine_long)(long double, long double, long double, long double) =
        (__typeof__(mine_long))(uintptr_t)runtime_symbol("__divxc3");
    for (int i = 0; i < 50000; i++) {
        double a = random_double(), b = random_double(), c = random_double(), d = random_double();
        volatile double _Complex z = __builtin_complex(a, b), w = __builtin_complex(c, d);
        assert_true(same_complex(mine_double(a, b, c, d), z / w));
        volatile float _Complex fz = (float _Complex)z, fw = (float _Complex)w;
        assert_true(same_complex(mine_float((float)a, (float)b, (float)c, (float)d), fz / fw));
        long double la = random_long_double(), lb = random_long_double(), lc = random_long_double(),
                    ld = random_long_double();
        volatile long double _Complex lz = __builtin_complex(la, lb), lw = __builtin_complex(lc, ld);
        long double _Complex mine = mine_long(la, lb, lc, ld), theirs = lz / lw;
        assert_true(same_long(__real__ mine, __real__ theirs) && same_long(__imag__ mine, __imag__ theirs));
    }
}

static void test_mathematical_errors(void **state)
{
    (void)state;
    RUNTIME(sqrt);
    RUNTIME(log);
    RUNTIME(pow);
    RUNTIME(exp);
    RUNTIME(ldexp);
    RUNTIME(acos);
    int *mine_errno = runtime_errno();
    for (int round = 0; round < 5000; round++) {
        volatile double x = random_double(), y = random_double() * 30;
#define SAME_ERROR(call)                                                                                     \
    {                                                                                                        \
        errno = *mine_errno = 0;                                                                             \
        mine_##call;                                                                                         \
        volatile double result = call;                                                                       \
        if (*mine_errno != errno && fabs(result) > 0x1p-1022)                                                \
            print_message(#call " of %a, %a: errno %d, expected %d\n", x, y, *mine_errno, errno);            \
        assert_true(*mine_errno == errno || (result != 0 && fabs(result) < 0x1p-1022));                      \
    }
        SAME_ERROR(sqrt(x))
        SAME_ERROR(log(x))
        SAME_ERROR(pow(x, y))
        SAME_ERROR(exp(y))
        SAME_ERROR(acos(x))
        SAME_ERROR(ldexp(x, (int)(round - 2500)))
    }
}

// The fields that the machine reads, and that attributes are those of glibc's headers.
static void test_attributes(void **state)
{
    (void)state;
    RUNTIME(pthread_attr_init);
    RUNTIME(pthread_attr_setdetachstate);
    RUNTIME(pthread_attr_getdetachstate);
    RUNTIME(pthread_attr_setstacksize);
    RUNTIME(pthread_attr_getstacksize);
    RUNTIME(pthread_mutexattr_init);
    RUNTIME(pthread_mutexattr_settype);
    RUNTIME(pthread_mutexattr_gettype);
    RUNTIME(pthread_condattr_init);
    RUNTIME(pthread_condattr_setclock);
    RUNTIME(pthread_condattr_getclock);
    pthread_attr_t attribute;
    int value, flags;
    size_t size;
    assert_int_equal(mine_pthread_attr_init(&attribute), 0);
    assert_int_equal(mine_pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED), 0);
    memcpy(&flags, (char *)&attribute + 8, sizeof flags);
    assert_int_equal(flags & 1, 1);
    mine_pthread_attr_getdetachstate(&attribute, &value);
    assert_int_equal(value, PTHREAD_CREATE_DETACHED);
    assert_int_equal(mine_pthread_attr_setdetachstate(&attribute, 7), EINVAL);
    assert_int_equal(mine_pthread_attr_setstacksize(&attribute, 1), EINVAL);
    assert_int_equal(mine_pthread_attr_setstacksize(&attribute, 65536), 0);
    mine_pthread_attr_getstacksize(&attribute, &size);
    assert_int_equal(size, 65536);
    pthread_mutexattr_t mutex;
    assert_int_equal(mine_pthread_mutexattr_init(&mutex), 0);
    for (int type = 0; type < 4; type++) {
        assert_int_equal(mine_pthread_mutexattr_settype(&mutex, type), 0);
        assert_int_equal(*(int *)&mutex & 3, type);
        mine_pthread_mutexattr_gettype(&mutex, &value);
        assert_int_equal(value, type);
    }
    assert_int_equal(mine_pthread_mutexattr_settype(&mutex, 4), EINVAL);
    pthread_condattr_t condition;
    clockid_t clock;
    mine_pthread_condattr_init(&condition);
    mine_pthread_condattr_setclock(&condition, CLOCK_MONOTONIC);
    mine_pthread_condattr_getclock(&condition, &clock);
    assert_int_equal(clock, CLOCK_MONOTONIC);
}

static int last_signal;
static void note_signal(int number)
{
    last_signal = number;
}

static void test_signals(void **state)
{
    (void)state;
    RUNTIME(sigaction);
    RUNTIME(sigemptyset);
    RUNTIME(sigaddset);
    RUNTIME(sigismember);
    RUNTIME(sigprocmask);
    RUNTIME(raise);
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART}, old;
    runtime_reset();
    assert_int_equal(mine_sigemptyset(&action.sa_mask), 0);
    assert_int_equal(mine_sigaction(SIGUSR1, &action, NULL), 0);
    assert_int_equal(mine_sigaction(SIGUSR1, NULL, &old), 0);
    assert_true(old.sa_handler == note_signal && old.sa_flags == SA_RESTART);
    assert_int_equal(mine_sigaction(SIGKILL, &action, NULL), -1);
    sigset_t set, before;
    mine_sigemptyset(&set);
    mine_sigaddset(&set, SIGINT);
    assert_int_equal(mine_sigprocmask(SIG_BLOCK, &set, NULL), 0);
    assert_int_equal(mine_sigprocmask(SIG_BLOCK, NULL, &before), 0);
    assert_int_equal(mine_sigismember(&before, SIGINT), 1);
    assert_int_equal(mine_sigismember(&before, SIGTERM), 0);
    assert_null(runtime_record.unmodelled);
    last_signal = 0;
    assert_int_equal(mine_raise(SIGUSR1), 0);
    assert_int_equal(last_signal, SIGUSR1);
    mine_sigaction(SIGINT, &action, NULL);
    mine_raise(SIGINT);
    assert_int_equal(last_signal, SIGUSR1); // blocked
    mine_sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert_int_equal(last_signal, SIGINT);
    assert_null(runtime_record.unmodelled);
    mine_sigaction(SIGSEGV, &action, NULL);
    assert_non_null(runtime_record.unmodelled);
}

static void complain(void)
{
    void (*report)(int, const char *, ...) =
        (void (*)(int, const char *, ...))(uintptr_t)runtime_symbol("err");
    *runtime_errno() = ENOENT;
    report(4, "no %s", "file");
}

static void test_diagnostics(void **state)
{
    (void)state;
    runtime_reset();
    runtime_run(complain);
    assert_int_equal(runtime_record.status, 4);
    assert_string_equal(runtime_record.output[2], "program: no file: No such file or directory\n");
    void (*report)(int, int, const char *, ...) =
        (void (*)(int, int, const char *, ...))(uintptr_t)runtime_symbol("error");
    runtime_reset();
    report(0, EINVAL, "%d", 5);
    assert_int_equal(runtime_record.status, -1);
    assert_string_equal(runtime_record.output[2], "program: 5: Invalid argument\n");
}

static int load(void **state)
{
    (void)state;
    runtime_load();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorting),     cmocka_unit_test(test_random_numbers),
        cmocka_unit_test(test_end),         cmocka_unit_test(test_environment),
        cmocka_unit_test(test_dates),       cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_options),     cmocka_unit_test(test_mathematics),
        cmocka_unit_test(test_complex),     cmocka_unit_test(test_complex_quotients),
        cmocka_unit_test(test_neighbours),  cmocka_unit_test(test_mathematical_errors),
        cmocka_unit_test(test_attributes),  cmocka_unit_test(test_signals),
        cmocka_unit_test(test_diagnostics),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
