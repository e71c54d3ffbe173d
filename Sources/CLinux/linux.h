// What the Glibc module map leaves out: system calls, the environment, and an instruction.
#ifndef MODOSU_CLINUX_H
#define MODOSU_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/random.h>

// Declared here because <sys/socket.h> shows it under _GNU_SOURCE only, which would give this module
// other definitions of types than the Glibc module has.
struct sockaddr;
extern int accept4(int socket, struct sockaddr *address, unsigned int *length, int flags);

// The environment, which <unistd.h> shows under _GNU_SOURCE only.
static inline char **modosu_environment(void) {
  extern char **environ;
  return environ;
}

// CRC-32C by the processor's own instruction, which no Swift module shows. The function is compiled
// for processors that have it, so it must be asked first whether this one does.
#if defined(__x86_64__)
#include <cpuid.h>
static inline _Bool modosu_has_crc32c(void) {
  unsigned int a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2) != 0;
}

__attribute__((target("sse4.2"))) static inline unsigned int modosu_crc32c(
    unsigned int crc, const unsigned char *bytes, unsigned long count) {
  unsigned long long word, sum = crc;
  for (; count >= 8; count -= 8, bytes += 8) {
    __builtin_memcpy(&word, bytes, 8);
    sum = __builtin_ia32_crc32di(sum, word);
  }
  crc = (unsigned int)sum;
  for (; count > 0; count--, bytes++) crc = __builtin_ia32_crc32qi(crc, *bytes);
  return crc;
}
#else
static inline _Bool modosu_has_crc32c(void) { return 0; }

static inline unsigned int modosu_crc32c(
    unsigned int crc, const unsigned char *bytes, unsigned long count) {
  return crc;
}
#endif
#endif
