// The environment: empty when the program starts (heddle does not pass its own on), then what the program
// sets. As in C, none of this is safe against other threads that change it, and heddle shows it.
#include "runtime/runtime.h"

static char *nothing[1];
char **environ = nothing;
static char **allocated; // the array last made here; the program may have put another in its place

// Entries made by setenv. They are never freed, since getenv gave them out, and stay reachable from here.
struct entry {
    struct entry *older;
    char text[];
};
static struct entry *entries;

// The entry of the name, or the end of the list.
static char **find_variable(const char *name, size_t length)
{
    char **entry = environ;
    if (!entry)
        return nothing;
    while (*entry && (strncmp(*entry, name, length) != 0 || (*entry)[length] != '='))
        entry++;
    return entry;
}

static char *get_variable(const char *name)
{
    size_t length = strlen(name);
    char *entry = *find_variable(name, length);
    return entry ? entry + length + 1 : NULL;
}

char *getenv(const char *name)
{
    return get_variable(name);
}

char *secure_getenv(const char *name)
{
    return get_variable(name);
}

char *__secure_getenv(const char *name)
{
    return get_variable(name);
}

static int add_variable(char *entry)
{
    size_t count = 0;
    while (environ && environ[count])
        count++;
    char **list = malloc((count + 2) * sizeof *list);
    if (!list)
        return -1;
    memcpy(list, environ ? environ : nothing, count * sizeof *list);
    list[count] = entry;
    list[count + 1] = NULL;
    free(allocated);
    environ = allocated = list;
    return 0;
}

// Puts the entry, whose name has that length, in place of the old one. Old entries are not freed: getenv gave
// them out.
static int put_variable(char *entry, size_t length)
{
    char **old = find_variable(entry, length);
    if (!*old)
        return add_variable(entry);
    *old = entry;
    return 0;
}

// The length of a name; 0 if it is none.
static size_t name_length(const char *name)
{
    size_t length = name ? strlen(name) : 0;
    if (length == 0 || strchr(name, '=')) {
        errno = EINVAL;
        return 0;
    }
    return length;
}

int setenv(const char *name, const char *value, int replace)
{
    size_t length = name_length(name);
    if (length == 0)
        return -1;
    if (!replace && *find_variable(name, length))
        return 0;
    size_t value_length = strlen(value);
    struct entry *entry = malloc(sizeof *entry + length + value_length + 2);
    if (!entry)
        return -1;
    memcpy(entry->text, name, length);
    entry->text[length] = '=';
    memcpy(entry->text + length + 1, value, value_length + 1);
    entry->older = entries;
    entries = entry;
    return put_variable(entry->text, length);
}

static int unset(const char *name)
{
    size_t length = name_length(name);
    if (length == 0)
        return -1;
    char **entry = find_variable(name, length);
    while (*entry) {
        for (char **rest = entry; (*rest = rest[1]); rest++)
            ;
        entry = find_variable(name, length);
    }
    return 0;
}

int unsetenv(const char *name)
{
    return unset(name);
}

int putenv(char *entry)
{
    char *equals = strchr(entry, '=');
    return equals ? put_variable(entry, (size_t)(equals - entry)) : unset(entry);
}

int clearenv(void)
{
    environ = NULL;
    return 0;
}
