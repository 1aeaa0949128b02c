// Runs the programs of a batch natively: one process each, inputs from the command line.
// usage: batch.native REQUESTS; REQUESTS is a file with lines `PROGRAM INPUT...`. For each line prints the
// program's output, then a line with a form feed and how it ended.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_INPUTS = 64 };
static uint64_t inputs[MAX_INPUTS];
static int input_count, input_next;

uint64_t native_input(void)
{
    return input_next < input_count ? inputs[input_next++] : 0;
}

static void read_request(char *line)
{
    char *save = NULL;
    input_count = input_next = 0;
    for (char *word = strtok_r(line, " \n", &save); word && input_count < MAX_INPUTS;
         word = strtok_r(NULL, " \n", &save))
        inputs[input_count++] = strtoull(word, NULL, 10);
}

static void run(int (*entry)(void))
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(10);
        exit(entry());
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status))
        printf("\f%d\n", WEXITSTATUS(status));
    else
        printf("\fsignal %d\n", WTERMSIG(status));
}

int native_host(int argc, char **argv, int (*const *programs)(void))
{
    static char text[1 << 22];
    FILE *requests = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!requests)
        return 2;
    // Read and closed before any child: one that exits moves the file's position.
    size_t size = fread(text, 1, sizeof text - 1, requests);
    fclose(requests);
    text[size] = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        char *rest = line;
        *end = 0;
        unsigned long program = strtoul(line, &rest, 10);
        read_request(rest);
        run(programs[program]);
    }
    return 0;
}
