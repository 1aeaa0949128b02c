// Pseudo-random numbers. Where the seed is one number whenever the program runs, glibc's sequences, so that
// what heddle finds happens outside too; where it is made of a clock and the like (__heddle_open_numbers),
// each number is an input, and the state is not changed. rand and random are thread-safe in glibc by a lock;
// here each call is one atomic section. C and POSIX promise it of random only. drand48's family is not
// thread-safe, there as here.
#include "runtime/runtime.h"

void heddle_symbolic(void *at, size_t size, const char *name);
// Whether numbers that are made from that seed may be any: a matter of where the program gets it from, not of
// its value.
int __heddle_open_numbers(unsigned long seed);

// Known by their names (src/analysis/open_seed.c): that such a number is used as a seed does not make another
// generator's numbers inputs.
int32_t __runtime_any_number(const char *name)
{
    uint32_t number;
    heddle_symbolic(&number, sizeof number, name);
    return (int32_t)(number & 0x7fffffff);
}

uint64_t __runtime_any_48_bits(void)
{
    uint64_t number;
    heddle_symbolic(&number, sizeof number, "48 random bits");
    return number & 0xffffffffffff;
}

enum { DEGREE = 31, SEPARATION = 3, DISCARDED = 10 * DEGREE, STEP = 16807, MODULUS = 2147483647 };

// The last numbers, the oldest first. They move along with each new one: an index into a ring would be an
// address that depends on how many numbers were drawn, and so decide something where the numbers themselves
// decide nothing, as those that say how long a waiting loop pauses (docs/awaits.md). They are an object of
// their own, since the analysis does not see where an index ends.
static uint32_t numbers[DEGREE];
static bool seeded;      // false: as after srand(1)
static bool any_numbers; // seeded, so that they may be any

static uint32_t generate(void)
{
    uint32_t sum = numbers[0] + numbers[DEGREE - SEPARATION];
    for (int i = 0; i < DEGREE - 1; i++)
        numbers[i] = numbers[i + 1];
    numbers[DEGREE - 1] = sum;
    return sum >> 1;
}

static void seed_generator(unsigned seed)
{
    uint32_t ring[DEGREE];
    int32_t word = seed ? (int32_t)seed : 1;
    ring[0] = (uint32_t)word;
    for (int i = 1; i < DEGREE; i++) {
        int32_t high = word / (MODULUS / STEP), low = word % (MODULUS / STEP);
        word = STEP * low - MODULUS % STEP * high;
        word += word < 0 ? MODULUS : 0;
        ring[i] = (uint32_t)word;
    }
    for (int i = 0; i < DISCARDED; i++)
        ring[(i + SEPARATION) % DEGREE] += ring[i % DEGREE];
    for (int i = 0; i < DEGREE; i++)
        numbers[i] = ring[(i + SEPARATION) % DEGREE];
}

static void begin_sequence(unsigned seed)
{
    any_numbers = __heddle_open_numbers(seed);
    if (!any_numbers)
        seed_generator(seed);
    seeded = true;
}

static int32_t next_random(const char *name)
{
    heddle_atomic_begin();
    if (!seeded)
        begin_sequence(1);
    bool any = any_numbers;
    int32_t result = any ? 0 : (int32_t)generate();
    heddle_atomic_end();
    return any ? __runtime_any_number(name) : result;
}

static void seed_random(unsigned seed)
{
    heddle_atomic_begin();
    begin_sequence(seed);
    heddle_atomic_end();
}

static char calls_of_rand; // and srand

int rand(void)
{
    SHARED_BY_CALLS(calls_of_rand);
    return next_random("rand()");
}

long random(void)
{
    return next_random("random()");
}

void srand(unsigned seed)
{
    SHARED_BY_CALLS(calls_of_rand);
    seed_random(seed);
}

void srandom(unsigned seed)
{
    seed_random(seed);
}

int rand_r(unsigned *seed)
{
    enum { MULTIPLIER = 1103515245, INCREMENT = 12345 };
    uint32_t next = *seed, parts[3];
    if (__heddle_open_numbers(next))
        return __runtime_any_number("rand_r()");
    for (int i = 0; i < 3; i++) {
        next = next * MULTIPLIER + INCREMENT;
        parts[i] = next >> 16;
    }
    *seed = next;
    return (int)(((parts[0] & 0x7ff) << 10 ^ (parts[1] & 0x3ff)) << 10 ^ (parts[2] & 0x3ff));
}

// The linear congruential generator with 48 bits that POSIX describes.
static struct {
    uint64_t state, multiplier, increment;
    bool set, open;
} congruential;
static const uint64_t mask48 = 0xffffffffffff;

static void set_parameters(void)
{
    congruential.multiplier = 0x5deece66d;
    congruential.increment = 0xb;
    congruential.set = true;
    congruential.open = __heddle_open_numbers(0);
}

static uint64_t next48(uint64_t state)
{
    if (!congruential.set)
        set_parameters();
    return (state * congruential.multiplier + congruential.increment) & mask48;
}

static uint64_t load48(const unsigned short words[3])
{
    return words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32;
}

static void store48(unsigned short words[3], uint64_t value)
{
    for (int i = 0; i < 3; i++)
        words[i] = (unsigned short)(value >> 16 * i);
}

static uint64_t step_of(unsigned short words[3])
{
    uint64_t state = load48(words);
    if (__heddle_open_numbers(state))
        return __runtime_any_48_bits();
    uint64_t next = next48(state);
    store48(words, next);
    return next;
}

static uint64_t step(void)
{
    if (!congruential.set)
        set_parameters();
    if (congruential.open)
        return __runtime_any_48_bits();
    return congruential.state = next48(congruential.state);
}

static double fraction(uint64_t value)
{
    return (double)value * 0x1p-48;
}

double drand48(void)
{
    return fraction(step());
}

double erand48(unsigned short state[3])
{
    return fraction(step_of(state));
}

long lrand48(void)
{
    return (long)(step() >> 17);
}

long nrand48(unsigned short state[3])
{
    return (long)(step_of(state) >> 17);
}

long mrand48(void)
{
    return (int32_t)(step() >> 16);
}

long jrand48(unsigned short state[3])
{
    return (int32_t)(step_of(state) >> 16);
}

void srand48(long seed)
{
    congruential.state = (uint64_t)(uint32_t)seed << 16 | 0x330e;
    set_parameters();
    congruential.open = __heddle_open_numbers((unsigned long)seed);
}

unsigned short *seed48(unsigned short state[3])
{
    static unsigned short old[3];
    store48(old, congruential.state);
    congruential.state = load48(state);
    set_parameters();
    congruential.open = __heddle_open_numbers(congruential.state);
    return old;
}

void lcong48(unsigned short parameters[7])
{
    congruential.state = load48(parameters);
    congruential.multiplier = load48(parameters + 3);
    congruential.increment = parameters[6];
    congruential.set = true;
    congruential.open = __heddle_open_numbers(congruential.state);
}

// ---- generators of the caller's own: struct drand48_data has the same parts

struct congruential_data {
    unsigned short state[3], old[3], increment, set;
    unsigned long long multiplier;
};

// `set`, where the numbers that come from `state` may be any.
enum { SET = 1, SET_OPEN };

static unsigned short set_by(unsigned long seed)
{
    return __heddle_open_numbers(seed) ? SET_OPEN : SET;
}

static uint64_t step_in(unsigned short words[3], struct congruential_data *data)
{
    if (!data->set) {
        data->multiplier = 0x5deece66d;
        data->increment = 0xb;
        data->set = set_by(0);
    }
    uint64_t state = load48(words);
    if (words == data->state ? data->set == SET_OPEN : __heddle_open_numbers(state))
        return __runtime_any_48_bits();
    uint64_t next = (state * data->multiplier + data->increment) & mask48;
    store48(words, next);
    return next;
}

int srand48_r(long seed, struct congruential_data *data)
{
    store48(data->state, (uint64_t)(uint32_t)seed << 16 | 0x330e);
    data->multiplier = 0x5deece66d;
    data->increment = 0xb;
    data->set = set_by((unsigned long)seed);
    return 0;
}

int drand48_r(struct congruential_data *data, double *to)
{
    *to = fraction(step_in(data->state, data));
    return 0;
}

int lrand48_r(struct congruential_data *data, long *to)
{
    *to = (long)(step_in(data->state, data) >> 17);
    return 0;
}

int mrand48_r(struct congruential_data *data, long *to)
{
    *to = (int32_t)(step_in(data->state, data) >> 16);
    return 0;
}

int erand48_r(unsigned short state[3], struct congruential_data *data, double *to)
{
    *to = fraction(step_in(state, data));
    return 0;
}

int nrand48_r(unsigned short state[3], struct congruential_data *data, long *to)
{
    *to = (long)(step_in(state, data) >> 17);
    return 0;
}

int jrand48_r(unsigned short state[3], struct congruential_data *data, long *to)
{
    *to = (int32_t)(step_in(state, data) >> 16);
    return 0;
}

// The additive generator in memory of the caller, of the sizes that glibc knows: struct random_data.
struct random_data {
    int32_t *front, *rear, *state;
    int type, degree, separation;
    int32_t *end;
};

static const struct {
    size_t bytes;
    int degree, separation;
} generators[] = {{8, 0, 0}, {32, 7, 3}, {64, 15, 1}, {128, 31, 3}, {256, 63, 1}};
enum {
    GENERATORS = 5,
    TYPES = 5,
    TYPE_OPEN = 8 // added to the type where the seed makes numbers that may be any
};

int random_r(struct random_data *data, int32_t *to)
{
    int32_t *state = data->state;
    if (data->type & TYPE_OPEN) {
        *to = __runtime_any_number("random_r()");
        return 0;
    }
    if (data->type == 0) {
        *to = *state = (int32_t)(((uint32_t)*state * 1103515245u + 12345u) & 0x7fffffff);
        return 0;
    }
    uint32_t sum = (uint32_t)*data->front + (uint32_t)*data->rear;
    *data->front = (int32_t)sum;
    *to = (int32_t)(sum >> 1);
    if (++data->front == data->end)
        data->front = state;
    if (++data->rear == data->end)
        data->rear = state;
    return 0;
}

int srandom_r(unsigned seed, struct random_data *data)
{
    int32_t *state = data->state, word = seed ? (int32_t)seed : 1, ignored;
    if (data->type < 0 || (data->type & ~TYPE_OPEN) >= TYPES)
        return -1;
    data->type &= ~TYPE_OPEN;
    bool any = __heddle_open_numbers(seed);
    state[0] = word;
    for (int i = 1; data->type && !any && i < data->degree; i++) {
        int32_t high = word / (MODULUS / STEP), low = word % (MODULUS / STEP);
        word = STEP * low - MODULUS % STEP * high;
        word += word < 0 ? MODULUS : 0;
        state[i] = word;
    }
    if (data->type) {
        data->front = state + data->separation;
        data->rear = state;
    }
    for (int i = 0; data->type && !any && i < 10 * data->degree; i++)
        random_r(data, &ignored);
    data->type |= any ? TYPE_OPEN : 0;
    return 0;
}

static void note_place(struct random_data *data)
{
    int type = data->type & ~TYPE_OPEN;
    if (data->state)
        data->state[-1] = type ? (int)(data->rear - data->state) * TYPES + type : 0;
}

// The first word of the memory keeps the kind and the place for setstate_r.
int initstate_r(unsigned seed, char *memory, size_t size, struct random_data *data)
{
    int type = GENERATORS;
    while (type && size < generators[type - 1].bytes)
        type--;
    if (!type--) {
        errno = EINVAL;
        return -1;
    }
    note_place(data);
    data->type = type;
    data->degree = generators[type].degree;
    data->separation = generators[type].separation;
    data->state = (int32_t *)memory + 1;
    data->end = data->state + data->degree;
    srandom_r(seed, data);
    note_place(data);
    return 0;
}

int setstate_r(char *memory, struct random_data *data)
{
    int32_t *words = (int32_t *)memory;
    int type = *words % TYPES, rear = *words / TYPES;
    note_place(data);
    if (type < 0) {
        errno = EINVAL;
        return -1;
    }
    data->type = type;
    data->degree = generators[type].degree;
    data->separation = generators[type].separation;
    data->state = words + 1;
    data->end = data->state + data->degree;
    if (type) {
        data->rear = data->state + rear;
        data->front = data->state + (rear + data->separation) % data->degree;
    }
    return 0;
}

// ---- bytes of the system, which may be anything

ptrdiff_t getrandom(void *at, size_t size, unsigned flags)
{
    (void)flags;
    if (size)
        heddle_symbolic(at, size, "random bytes");
    return (ptrdiff_t)size;
}

int getentropy(void *at, size_t size)
{
    if (size > 256) {
        errno = 5; // EIO
        return -1;
    }
    getrandom(at, size, 0);
    return 0;
}

void arc4random_buf(void *at, size_t size)
{
    getrandom(at, size, 0);
}

uint32_t arc4random(void)
{
    uint32_t bits;
    getrandom(&bits, sizeof bits, 0);
    return bits;
}

uint32_t arc4random_uniform(uint32_t bound)
{
    return bound ? arc4random() % bound : 0;
}
