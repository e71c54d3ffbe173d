// The Linux system calls that the Glibc module map leaves out.
#ifndef MODOSU_CLINUX_H
#define MODOSU_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>

// Declared here because <sys/socket.h> shows it under _GNU_SOURCE only, which would give this module
// other definitions of types than the Glibc module has.
struct sockaddr;
extern int accept4(int socket, struct sockaddr *address, unsigned int *length, int flags);

// The environment, which <unistd.h> shows under _GNU_SOURCE only.
static inline char **modosu_environment(void) {
  extern char **environ;
  return environ;
}
#endif
