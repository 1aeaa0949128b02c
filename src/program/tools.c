#include "program/tools.h"

#include "base/installed.h"
#include "base/memory.h"
#include "program/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef HEDDLE_INCLUDE_DIR
#define HEDDLE_INCLUDE_DIR ""
#endif
#ifndef HEDDLE_SOURCE_INCLUDE_DIR
#define HEDDLE_SOURCE_INCLUDE_DIR ""
#endif

static bool is_regular_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

// Folders of PATH that are relative are left out: a replay's current folder is a stranger's. Without PATH the
// folders are those of execvp.
char *tools_search_path(const char *name)
{
    const char *path = getenv("PATH");
    if (!path)
        path = "/bin:/usr/bin";
    while (path && *path) {
        size_t length = strcspn(path, ":");
        char *candidate = memory_format("%.*s/%s", (int)length, path, name);
        if (path[0] == '/' && access(candidate, X_OK) == 0 && is_regular_file(candidate))
            return candidate;
        memory_free(candidate);
        path += length + (path[length] == ':');
    }
    return NULL;
}

static void find_clang(struct tools *tools)
{
    const char *chosen = getenv("HEDDLE_CLANG");
    if (chosen && *chosen) {
        tools->clang = strchr(chosen, '/') ? memory_copy_string(chosen) : tools_search_path(chosen);
        return;
    }
    tools->clang = tools_search_path("clang-19");
    if (!tools->clang) {
        tools->clang = tools_search_path("clang");
        tools->clang_version_unknown = tools->clang != NULL;
    }
}

void tools_find(struct tools *tools)
{
    *tools = (struct tools){0};
    find_clang(tools);
    char *own = installed_own_folder(), *headers_beside = memory_format("%s/../include", own);
    tools->lower = installed_file("heddle-lower");
    tools->runtime = installed_folder("runtime-64.bc");
    tools->record = installed_folder("libheddle-record.a");
    const char *headers[] = {getenv("HEDDLE_INCLUDE"), headers_beside, HEDDLE_INCLUDE_DIR,
                             HEDDLE_SOURCE_INCLUDE_DIR};
    for (unsigned i = 0; i < sizeof headers / sizeof *headers && !tools->include; i++) {
        char *header = installed_in(headers[i], "heddle.h");
        if (header)
            tools->include = memory_copy_string(headers[i]);
        memory_free(header);
    }
    memory_free(own);
    memory_free(headers_beside);
}

void tools_free(struct tools *tools)
{
    memory_free(tools->clang);
    memory_free(tools->lower);
    memory_free(tools->runtime);
    memory_free(tools->record);
    memory_free(tools->include);
    *tools = (struct tools){0};
}

bool tools_is_clang_19(const struct tools *tools)
{
    char text[256];
    struct command command = {0};
    command_add(&command, tools->clang);
    command_add(&command, "--version");
    bool good = process_output(&command, text, sizeof text) && strstr(text, "version 19.");
    command_free(&command);
    return good;
}

bool tools_check_clang(const struct tools *tools, struct error *error)
{
    if (!tools->clang)
        return error_set(error, "clang 19 was not found: install it, or name it in HEDDLE_CLANG");
    if (!tools->clang_version_unknown || tools_is_clang_19(tools))
        return true;
    return error_set(error, "%s is not clang 19: install clang-19, or name it in HEDDLE_CLANG", tools->clang);
}
