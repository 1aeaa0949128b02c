#include "program/process.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void command_add(struct command *command, const char *word)
{
    char *copy = memory_copy_string(word);
    vector_push(&command->words, copy);
}

void command_format(struct command *command, const char *format, ...)
{
    va_list arguments;
    char text[8192];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    command_add(command, text);
}

void command_free(struct command *command)
{
    for (uint32_t i = 0; i < command->words.size; i++)
        memory_free(command->words.data[i]);
    vector_free(&command->words);
}

static void print_command(const struct command *command, const char *folder)
{
    if (folder)
        fprintf(stderr, "cd %s && ", folder);
    for (uint32_t i = 0; i < command->words.size; i++) {
        const char *word = command->words.data[i];
        bool plain = *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                           "-_=+./,:@%^") == strlen(word);
        fprintf(stderr, plain ? "%s%s" : "%s'%s'", i ? " " : "", word);
    }
    fputc('\n', stderr);
}

bool process_start(const struct command *command, const struct process_setting *setting, pid_t *pid,
                   struct error *error)
{
    char **words = memory_zalloc(command->words.size + 1, sizeof *words);
    memcpy(words, command->words.data, command->words.size * sizeof *words);
    if (setting->verbose)
        print_command(command, setting->folder);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (setting->folder)
        posix_spawn_file_actions_addchdir_np(&actions, setting->folder);
    if (setting->messages)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, setting->messages,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int failed = posix_spawn(pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    memory_free(words);
    return !failed || error_set(error, "%s: cannot be run: %s", command->words.data[0], strerror(failed));
}

int process_wait(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
