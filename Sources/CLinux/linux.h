// The Linux system calls that the Glibc module map leaves out.
#ifndef MODOSU_CLINUX_H
#define MODOSU_CLINUX_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/file.h>
#endif
