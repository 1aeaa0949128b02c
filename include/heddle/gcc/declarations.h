// Declarations of functions that a program calls before it defines them (src/program/gcc_accepts.h).
__heddle_declarations
