// Attributes of threads and of synchronisation objects, which are plain data. The machine's natives read
// four fields: the type and a flag (robust) in the first int of a mutex attribute, bit 0 of the int at offset
// 8 of a thread attribute (detached), and the size of its stack. What an attribute asks for beyond that has
// no effect on the set of interleavings, or is reported.
#include "runtime/runtime.h"

typedef unsigned long pthread_t;
pthread_t pthread_self(void);

// As glibc's struct pthread_attr; pthread_attr_t is larger.
struct thread_attribute {
    int priority, policy;
    int flags;
    size_t guard;
    void *stack;
    size_t stack_size;
    void *extension;
};

// Of flags; OF_THREAD: by pthread_getattr_np.
enum { DETACHED = 1, EXPLICIT_SCHEDULER = 2, OF_THREAD = 8 };
enum {
    ATTRIBUTE_SIZE = sizeof(void *) == 8 ? 56 : 36,
    LEAST_STACK = 16384,
    DEFAULT_STACK = 8 << 20,
    GUARD = 4096
};
_Static_assert(offsetof(struct thread_attribute, flags) == 8, "where the machine looks");
_Static_assert(offsetof(struct thread_attribute, stack_size) == (sizeof(void *) == 8 ? 32 : 20),
               "where the machine looks");
_Static_assert(sizeof(struct thread_attribute) <= ATTRIBUTE_SIZE, "fits glibc's type");

static int initialise(struct thread_attribute *attribute)
{
    memset(attribute, 0, ATTRIBUTE_SIZE);
    attribute->guard = GUARD;
    return 0;
}

int pthread_attr_init(struct thread_attribute *attribute)
{
    return initialise(attribute);
}

int pthread_attr_destroy(struct thread_attribute *attribute)
{
    (void)attribute;
    return 0;
}

static int set_flag(int *flags, int flag, int value)
{
    if (value != 0 && value != 1)
        return EINVAL;
    *flags = value ? *flags | flag : *flags & ~flag;
    return 0;
}

// A pair of functions for a field whose values are 0 and 1, kept as one bit.
#define FLAG(name, flag)                                                                                     \
    int pthread_attr_set##name(struct thread_attribute *attribute, int value)                                \
    {                                                                                                        \
        return set_flag(&attribute->flags, flag, value);                                                     \
    }                                                                                                        \
    int pthread_attr_get##name(const struct thread_attribute *attribute, int *value)                         \
    {                                                                                                        \
        *value = (attribute->flags & flag) != 0;                                                             \
        return 0;                                                                                            \
    }
FLAG(inheritsched, EXPLICIT_SCHEDULER)

int pthread_attr_setdetachstate(struct thread_attribute *attribute, int value)
{
    return set_flag(&attribute->flags, DETACHED, value);
}

int pthread_attr_getdetachstate(const struct thread_attribute *attribute, int *value)
{
    if (attribute->flags & OF_THREAD)
        __heddle_unmodelled("pthread_attr_getdetachstate of what pthread_getattr_np gave");
    *value = (attribute->flags & DETACHED) != 0;
    return 0;
}

// Linux has no other scope than the system.
int pthread_attr_setscope(struct thread_attribute *attribute, int value)
{
    (void)attribute;
    return value == 0 ? 0 : value == 1 ? ENOTSUP : EINVAL;
}

int pthread_attr_getscope(const struct thread_attribute *attribute, int *value)
{
    (void)attribute;
    *value = 0;
    return 0;
}

int pthread_attr_setguardsize(struct thread_attribute *attribute, size_t size)
{
    attribute->guard = size;
    return 0;
}

int pthread_attr_getguardsize(const struct thread_attribute *attribute, size_t *size)
{
    *size = attribute->guard;
    return 0;
}

int pthread_attr_setstacksize(struct thread_attribute *attribute, size_t size)
{
    if (size < LEAST_STACK)
        return EINVAL;
    attribute->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const struct thread_attribute *attribute, size_t *size)
{
    if (attribute->flags & OF_THREAD)
        __heddle_unmodelled("pthread_attr_getstacksize of what pthread_getattr_np gave");
    *size = attribute->stack_size ? attribute->stack_size : DEFAULT_STACK;
    return 0;
}

// The machine makes stacks itself, so the program's own memory stays unused.
int pthread_attr_setstack(struct thread_attribute *attribute, void *stack, size_t size)
{
    if (size < LEAST_STACK)
        return EINVAL;
    attribute->stack = stack;
    attribute->stack_size = size;
    return 0;
}

int pthread_attr_getstack(const struct thread_attribute *attribute, void **stack, size_t *size)
{
    if (!attribute->stack) {
        __heddle_unmodelled_value("pthread_attr_getstack of a stack that the program did not set");
        return EINVAL;
    }
    *stack = attribute->stack;
    *size = attribute->stack_size;
    return 0;
}

void __runtime_note_scheduling(void); // thread_names.c

int pthread_attr_setschedpolicy(struct thread_attribute *attribute, int policy)
{
    if (policy < 0 || policy > 2)
        return EINVAL;
    __runtime_note_scheduling();
    attribute->policy = policy;
    return 0;
}

static void check_scheduling(const struct thread_attribute *attribute)
{
    if (attribute->flags & OF_THREAD)
        __heddle_unmodelled("the scheduling of what pthread_getattr_np gave");
}

int pthread_attr_getschedpolicy(const struct thread_attribute *attribute, int *policy)
{
    check_scheduling(attribute);
    *policy = attribute->policy;
    return 0;
}

int sched_get_priority_min(int policy);
int sched_get_priority_max(int policy);

// By the policy that was set before.
int pthread_attr_setschedparam(struct thread_attribute *attribute, const int *priority)
{
    if (*priority < sched_get_priority_min(attribute->policy) ||
        *priority > sched_get_priority_max(attribute->policy))
        return EINVAL;
    __runtime_note_scheduling();
    attribute->priority = *priority;
    return 0;
}

int pthread_attr_getschedparam(const struct thread_attribute *attribute, int *priority)
{
    check_scheduling(attribute);
    *priority = attribute->priority;
    return 0;
}

void __runtime_note_affinity(void);

int pthread_attr_setaffinity_np(struct thread_attribute *attribute, size_t size, const void *set)
{
    (void)attribute;
    (void)size;
    (void)set;
    __runtime_note_affinity();
    return 0;
}

// What threads have that are created without attributes.
int pthread_getattr_default_np(struct thread_attribute *attribute)
{
    return initialise(attribute);
}

int pthread_getattr_np(pthread_t thread, struct thread_attribute *attribute)
{
    (void)thread;
    initialise(attribute);
    attribute->flags = OF_THREAD;
    return 0;
}

// Attributes of mutexes, condition variables, read-write locks and barriers: the first int, in glibc's
// coding.
enum { TYPE_MASK = 3, PROTOCOL_SHIFT = 28, PROTOCOL_MASK = 3 << PROTOCOL_SHIFT, MOST_TYPE = 3 };
enum { ROBUST_SHIFT = 30, ROBUST_MASK = 1 << ROBUST_SHIFT };
enum { CEILING_SHIFT = 12, CEILING_MASK = 0xfff << CEILING_SHIFT, LEAST_PRIORITY = 1, MOST_PRIORITY = 99 };
static const unsigned shared_bit = 1u << 31;

struct word_attribute {
    unsigned word;
};

struct lock_attribute {
    int kind, shared;
};

#define PLAIN_LIFE(name, type)                                                                               \
    int pthread_##name##_init(struct type *attribute)                                                        \
    {                                                                                                        \
        *attribute = (struct type){0};                                                                       \
        return 0;                                                                                            \
    }                                                                                                        \
    int pthread_##name##_destroy(struct type *attribute)                                                     \
    {                                                                                                        \
        (void)attribute;                                                                                     \
        return 0;                                                                                            \
    }
PLAIN_LIFE(mutexattr, word_attribute)
PLAIN_LIFE(condattr, word_attribute)
PLAIN_LIFE(barrierattr, word_attribute)
PLAIN_LIFE(rwlockattr, lock_attribute)

// A field of an attribute's word: FIELD(attribute, field, mask, shift, largest value).
#define FIELD(name, field, mask, shift, most)                                                                \
    int pthread_##name##_set##field(struct word_attribute *attribute, int value)                             \
    {                                                                                                        \
        if (value < 0 || value > (most))                                                                     \
            return EINVAL;                                                                                   \
        attribute->word = (attribute->word & ~(unsigned)(mask)) | (unsigned)value << (shift);                \
        return 0;                                                                                            \
    }                                                                                                        \
    int pthread_##name##_get##field(const struct word_attribute *attribute, int *value)                      \
    {                                                                                                        \
        *value = (int)((attribute->word & (unsigned)(mask)) >> (shift));                                     \
        return 0;                                                                                            \
    }
FIELD(mutexattr, type, TYPE_MASK, 0, MOST_TYPE)
FIELD(mutexattr, kind_np, TYPE_MASK, 0, MOST_TYPE)
FIELD(mutexattr, protocol, PROTOCOL_MASK, PROTOCOL_SHIFT, 2)
FIELD(mutexattr, pshared, shared_bit, 31, 1)
FIELD(mutexattr, robust, ROBUST_MASK, ROBUST_SHIFT, 1)
FIELD(mutexattr, robust_np, ROBUST_MASK, ROBUST_SHIFT, 1)
FIELD(condattr, pshared, 1, 0, 1)
FIELD(condattr, clock, 2, 1, 1)
FIELD(barrierattr, pshared, 1, 0, 1)

// A ceiling is remembered, and has no effect.
int pthread_mutexattr_setprioceiling(struct word_attribute *attribute, int priority)
{
    if (priority < LEAST_PRIORITY || priority > MOST_PRIORITY)
        return EINVAL;
    attribute->word = (attribute->word & ~(unsigned)CEILING_MASK) | (unsigned)priority << CEILING_SHIFT;
    return 0;
}

int pthread_mutexattr_getprioceiling(const struct word_attribute *attribute, int *priority)
{
    int set = (int)((attribute->word & CEILING_MASK) >> CEILING_SHIFT);
    *priority = set ? set : LEAST_PRIORITY;
    return 0;
}

// The ceiling of a mutex without the protocol is refused; what one with it has is not kept.
enum { KIND_OF_CEILING = 64 };

int pthread_mutex_getprioceiling(const union runtime_mutex *mutex, int *priority)
{
    if (!(mutex->fields.kind & KIND_OF_CEILING))
        return EINVAL;
    __heddle_unmodelled_input(priority, sizeof *priority, "the priority ceiling of a mutex");
    return 0;
}

int pthread_mutex_setprioceiling(union runtime_mutex *mutex, int priority, int *before)
{
    if (!(mutex->fields.kind & KIND_OF_CEILING) || priority < LEAST_PRIORITY || priority > MOST_PRIORITY)
        return EINVAL;
    (void)before;
    __heddle_unmodelled("pthread_mutex_setprioceiling, which locks the mutex");
    return 0;
}

int pthread_mutex_consistent(union runtime_mutex *mutex);
int pthread_mutex_consistent_np(union runtime_mutex *mutex)
{
    return pthread_mutex_consistent(mutex);
}

int pthread_rwlockattr_setpshared(struct lock_attribute *attribute, int value)
{
    if (value != 0 && value != 1)
        return EINVAL;
    attribute->shared = value;
    return 0;
}

int pthread_rwlockattr_getpshared(const struct lock_attribute *attribute, int *value)
{
    *value = attribute->shared;
    return 0;
}

// Which of waiting readers and writers goes first: every order is explored.
int pthread_rwlockattr_setkind_np(struct lock_attribute *attribute, int value)
{
    if (value < 0 || value > 2)
        return EINVAL;
    attribute->kind = value;
    return 0;
}

int pthread_rwlockattr_getkind_np(const struct lock_attribute *attribute, int *value)
{
    *value = attribute->kind;
    return 0;
}
