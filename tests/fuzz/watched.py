"""Programs of sequential.py beside an idle thread: what they do to globals is then a visible operation."""

import sequential
from source import Block

PROLOGUE = sequential.PROLOGUE + "#include <pthread.h>\nstatic void *idle(void *p) { return p; }\n"
EPILOGUE = sequential.EPILOGUE


def generate(seed):
    program = sequential.generate(seed)
    main = next(part for part in program.parts if isinstance(part, Block) and part.header.startswith("int main_@"))
    main.body[:0] = ["pthread_t idle_thread;", "pthread_create(&idle_thread, 0, idle, 0);"]
    return program
