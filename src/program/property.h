// The properties that a check can be about, once: their names in options and results, and whether they are
// looked at by default.
#ifndef HEDDLE_PROGRAM_PROPERTY_H
#define HEDDLE_PROGRAM_PROPERTY_H

#define PROPERTY_KINDS(X)                                                                                    \
    X(ASSERTION, "assertion", 1)                                                                             \
    X(ABORT, "abort", 1)                                                                                     \
    X(DEADLOCK, "deadlock", 1)                                                                               \
    X(MEMORY, "memory", 1)                                                                                   \
    X(LOCK, "lock", 1)                                                                                       \
    X(ARITHMETIC, "arithmetic", 1)                                                                           \
    X(DATA_RACE, "data-race", 0)                                                                             \
    X(OVERFLOW, "overflow", 0)                                                                               \
    X(LEAK, "leak", 0)                                                                                       \
    X(UNINITIALISED, "uninitialised", 0)                                                                     \
    X(THREAD_LEAK, "thread-leak", 0)                                                                         \
    X(EXIT, "exit", 0)                                                                                       \
    X(ATOMICITY, "atomicity", 0)                                                                             \
    X(LIVELOCK, "livelock", 0)
enum property {
#define PROPERTY(name, text, by_default) PROPERTY_##name,
    PROPERTY_KINDS(PROPERTY)
#undef PROPERTY
        PROPERTY_COUNT
};

// Those that are looked for unless others are named, as a set: 1 << enum property.
#define PROPERTY_IN_SET(name, text, by_default) | (by_default##u << PROPERTY_##name)
#define PROPERTIES_BY_DEFAULT (0u PROPERTY_KINDS(PROPERTY_IN_SET))

#endif
