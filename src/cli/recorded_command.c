#include "cli/recorded_command.h"

#include "program/flags.h"
#include "report/load.h"

#include <string.h>

static bool read_recorded_words(struct recorded_command *command, const struct recording_header *header)
{
    char *at = (char *)(uintptr_t)(header + 1), *end = at + header->command;
    if (!header->command || end[-1])
        return false;
    for (; at < end; at += strlen(at) + 1)
        switch (*at) {
        case RECORDING_FOLDER: command->folder = at + 1; break;
        case RECORDING_FILE: vector_push(&command->files, at + 1); break;
        case RECORDING_CLANG: vector_push(&command->clang, at + 1); break;
        case RECORDING_ARGUMENT: vector_push(&command->arguments, at + 1); break;
        default: return false;
        }
    return command->folder && command->files.size;
}

bool recorded_command_read(struct recorded_command *command, const struct recording_header *header,
                           struct error *error)
{
    *command = (struct recorded_command){0};
    return read_recorded_words(command, header) ||
           error_set(error, "the recording does not say how the program was run: record it again");
}

void recorded_command_free(struct recorded_command *command)
{
    vector_free(&command->files);
    vector_free(&command->clang);
    vector_free(&command->arguments);
}

static bool is_library_option(const char *word)
{
    return strncmp(word, "-l", 2) == 0 && word[2] && !strpbrk(word + 2, "/:,@");
}

bool recorded_command_check(const struct recorded_command *command, struct error *error)
{
    const text_list *clang = &command->clang;
    VECTOR(const char *) words = {0};
    for (uint32_t i = 0; i < clang->size; i++)
        vector_push(&words,
                    is_library_option(clang->data[i]) ? "-pthread" : clang->data[i]); // a word for a word
    bool good = flags_harmless(words.data, words.size, ".", error);
    vector_free(&words);
    return good;
}

struct frontend_options recorded_command_options(const struct recorded_command *command)
{
    return (struct frontend_options){
        .files = load_strings(&command->files),
        .file_count = command->files.size,
        .clang_arguments = load_strings(&command->clang),
        .clang_argument_count = command->clang.size,
        .pointer_bits = 64,
    };
}
