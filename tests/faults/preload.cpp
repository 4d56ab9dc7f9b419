// Functions of the C library that fail as calls.hpp says. Loaded by LD_PRELOAD, they replace those
// of the library. Their names and parameters are the library's, against which many checks speak.
#include "tests/faults/calls.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio_ext.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

// NOLINTBEGIN

using namespace eldest::faults;

namespace {

/// Returns the C library's own function of this name.
template <class Function> Function* original(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Reads or writes `size` bytes by `call(bytes)`, or one byte, or fails.
template <class Call> ssize_t transfer(Kind kind, std::size_t size, const Call& call) {
  const auto mode = count(kind);
  if (mode == Mode::once || mode == Mode::from_then)
    return -1;
  return call(mode == Mode::part && size > 1 ? 1 : size);
}

/// Returns true if a call that opens a file with these flags has a third argument.
bool has_permissions(int flags) { return (flags & (O_CREAT | __O_TMPFILE)) != 0; }

/// Returns true if writing `more` bytes to `stream` must fail. Counts a call of standard output
/// only, and only if its buffer is written, because it is flushed or full.
bool buffer_fails(std::FILE* stream, std::size_t more, bool flushed) {
  constexpr std::size_t usual_size = 4096; // before the first output
  const auto size = ::__fbufsize(stdout) == 0 ? usual_size : ::__fbufsize(stdout);
  const auto waiting = ::__fpending(stdout) + more;
  const bool is_written = waiting > 0 && (flushed || waiting > size);
  return (stream == stdout || stream == nullptr) && is_written && fails(Kind::write);
}

/// Returns true if fcntl with this command must fail. Locks can always be freed.
bool fails_to_control(int command, const void* argument) {
  if (command == F_DUPFD_CLOEXEC)
    return fails(Kind::descriptor);
  const bool locks = command == F_SETLK || command == F_SETLKW;
  return locks && static_cast<const flock*>(argument)->l_type != F_UNLCK && fails(Kind::lock);
}

/// Calls the C library's fcntl or fcntl64, unless the call must fail.
int control(const char* name, int file, int command, void* argument) {
  using Control = int(int, int, ...);
  return fails_to_control(command, argument) ? -1
                                             : original<Control>(name)(file, command, argument);
}

/// Returns true if an allocation by `caller`, a place in the code, must fail. SimGrid's scanner of
/// platform files, which flex has made, does not check its allocations.
bool fails_to_allocate(void* caller) {
  if (!fails(Kind::memory))
    return false;
  Dl_info place{};
  const Exemption exemption;
  const bool is_known = ::dladdr(caller, &place) != 0 && place.dli_sname != nullptr;
  if (!is_known || std::string_view(place.dli_sname).find("surf_parse") == std::string_view::npos)
    return true;
  forgive();
  return false;
}

using Hook = void();

Main* program = nullptr;

/// Runs in the place of `main`, after the dynamic loader and all static constructors, as the
/// environment says. ELDEST_FAULT has a plan for this command, ELDEST_FAULT_MODULE a library for a
/// server. Programs that this one executes are left alone.
int counted_main(int count, char** words, char** environment) {
  const char* const plan = std::getenv("ELDEST_FAULT");
  const char* const module = std::getenv("ELDEST_FAULT_MODULE");
  for (const char* const name : {"ELDEST_FAULT", "ELDEST_FAULT_MODULE", "LD_PRELOAD"})
    ::unsetenv(name);
  if (module != nullptr)
    return serve(program, module, environment);
  if (plan != nullptr)
    start(plan);
  return program(count, words, environment);
}

} // namespace

extern "C" {

// The allocator, which these names leave intact.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

int __libc_start_main(Main* main, int count, char** words, Hook* first, Hook* last, Hook* loader,
                      void* stack) {
  program = main;
  using Start = int(Main*, int, char**, Hook*, Hook*, Hook*, void*);
  return original<Start>("__libc_start_main")(counted_main, count, words, first, last, loader,
                                              stack);
}

// The constructors of libraries are left alone, as those that run before `main`. Without memory,
// that of libgfortran, which SimGrid needs, calls itself without end.
void* dlopen(const char* path, int mode) {
  const Exemption exemption;
  return original<decltype(dlopen)>("dlopen")(path, mode);
}

int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const auto permissions = has_permissions(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails(Kind::open) ? -1 : original<decltype(open)>("open")(path, flags, permissions);
}

int open64(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const auto permissions = has_permissions(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails(Kind::open) ? -1 : original<decltype(open64)>("open64")(path, flags, permissions);
}

int openat(int folder, const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const auto permissions = has_permissions(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails(Kind::open) ? -1
                           : original<decltype(openat)>("openat")(folder, path, flags, permissions);
}

int openat64(int folder, const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const auto permissions = has_permissions(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails(Kind::open)
             ? -1
             : original<decltype(openat64)>("openat64")(folder, path, flags, permissions);
}

std::FILE* fopen(const char* path, const char* mode) {
  return fails(Kind::open) ? nullptr : original<decltype(fopen)>("fopen")(path, mode);
}

std::FILE* fopen64(const char* path, const char* mode) {
  return fails(Kind::open) ? nullptr : original<decltype(fopen64)>("fopen64")(path, mode);
}

DIR* opendir(const char* path) {
  return fails(Kind::open) ? nullptr : original<decltype(opendir)>("opendir")(path);
}

DIR* fdopendir(int file) {
  return fails(Kind::open) ? nullptr : original<decltype(fdopendir)>("fdopendir")(file);
}

ssize_t read(int file, void* data, std::size_t size) {
  return transfer(Kind::read, size, [&](std::size_t bytes) {
    return original<decltype(read)>("read")(file, data, bytes);
  });
}

ssize_t pread(int file, void* data, std::size_t size, off_t offset) {
  return transfer(Kind::read, size, [&](std::size_t bytes) {
    return original<decltype(pread)>("pread")(file, data, bytes, offset);
  });
}

ssize_t pread64(int file, void* data, std::size_t size, off_t offset) {
  return transfer(Kind::read, size, [&](std::size_t bytes) {
    return original<decltype(pread64)>("pread64")(file, data, bytes, offset);
  });
}

ssize_t write(int file, const void* data, std::size_t size) {
  if (file == STDERR_FILENO) // so that errors are always reported
    return original<decltype(write)>("write")(file, data, size);
  return transfer(Kind::write, size, [&](std::size_t bytes) {
    return original<decltype(write)>("write")(file, data, bytes);
  });
}

ssize_t pwrite(int file, const void* data, std::size_t size, off_t offset) {
  return transfer(Kind::write, size, [&](std::size_t bytes) {
    return original<decltype(pwrite)>("pwrite")(file, data, bytes, offset);
  });
}

ssize_t pwrite64(int file, const void* data, std::size_t size, off_t offset) {
  return transfer(Kind::write, size, [&](std::size_t bytes) {
    return original<decltype(pwrite64)>("pwrite64")(file, data, bytes, offset);
  });
}

ssize_t writev(int file, const iovec* parts, int count) {
  return fails(Kind::write) ? -1 : original<decltype(writev)>("writev")(file, parts, count);
}

int fflush(std::FILE* stream) {
  return buffer_fails(stream, 0, true) ? EOF : original<decltype(fflush)>("fflush")(stream);
}

std::size_t fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* stream) {
  return buffer_fails(stream, size * count, false)
             ? 0
             : original<decltype(fwrite)>("fwrite")(data, size, count, stream);
}

int fsync(int file) { return fails(Kind::sync) ? -1 : original<decltype(fsync)>("fsync")(file); }

int fdatasync(int file) {
  return fails(Kind::sync) ? -1 : original<decltype(fdatasync)>("fdatasync")(file);
}

int rename(const char* from, const char* to) {
  return fails(Kind::rename) ? -1 : original<decltype(rename)>("rename")(from, to);
}

int unlink(const char* path) {
  return fails(Kind::unlink) ? -1 : original<decltype(unlink)>("unlink")(path);
}

int unlinkat(int folder, const char* path, int flags) {
  return fails(Kind::unlink) ? -1 : original<decltype(unlinkat)>("unlinkat")(folder, path, flags);
}

int rmdir(const char* path) {
  return fails(Kind::unlink) ? -1 : original<decltype(rmdir)>("rmdir")(path);
}

int remove(const char* path) {
  return fails(Kind::unlink) ? -1 : original<decltype(remove)>("remove")(path);
}

int mkdir(const char* path, mode_t permissions) {
  return fails(Kind::mkdir) ? -1 : original<decltype(mkdir)>("mkdir")(path, permissions);
}

int ftruncate(int file, off_t size) {
  return fails(Kind::truncate) ? -1 : original<decltype(ftruncate)>("ftruncate")(file, size);
}

int ftruncate64(int file, off_t size) {
  return fails(Kind::truncate) ? -1 : original<decltype(ftruncate64)>("ftruncate64")(file, size);
}

int fchmod(int file, mode_t permissions) {
  return fails(Kind::truncate) ? -1 : original<decltype(fchmod)>("fchmod")(file, permissions);
}

int close(int file) {
  const bool fails_after = fails(Kind::close); // closes the file, as the system does
  const int error = errno;
  const int closed = original<decltype(close)>("close")(file);
  if (!fails_after)
    return closed;
  errno = error;
  return -1;
}

int stat(const char* path, struct stat* found) {
  return fails(Kind::stat) ? -1 : original<decltype(stat)>("stat")(path, found);
}

int stat64(const char* path, struct stat64* found) {
  return fails(Kind::stat) ? -1 : original<decltype(stat64)>("stat64")(path, found);
}

int lstat(const char* path, struct stat* found) {
  return fails(Kind::stat) ? -1 : original<decltype(lstat)>("lstat")(path, found);
}

int lstat64(const char* path, struct stat64* found) {
  return fails(Kind::stat) ? -1 : original<decltype(lstat64)>("lstat64")(path, found);
}

int fstat(int file, struct stat* found) {
  return fails(Kind::stat) ? -1 : original<decltype(fstat)>("fstat")(file, found);
}

int fstat64(int file, struct stat64* found) {
  return fails(Kind::stat) ? -1 : original<decltype(fstat64)>("fstat64")(file, found);
}

int access(const char* path, int rights) {
  return fails(Kind::stat) ? -1 : original<decltype(access)>("access")(path, rights);
}

int faccessat(int folder, const char* path, int rights, int flags) {
  return fails(Kind::stat)
             ? -1
             : original<decltype(faccessat)>("faccessat")(folder, path, rights, flags);
}

ssize_t readlink(const char* path, char* target, std::size_t size) {
  return fails(Kind::stat) ? -1 : original<decltype(readlink)>("readlink")(path, target, size);
}

int fcntl(int file, int command, ...) {
  std::va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return control("fcntl", file, command, argument);
}

int fcntl64(int file, int command, ...) {
  std::va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return control("fcntl64", file, command, argument);
}

int pipe2(int* ends, int flags) {
  return fails(Kind::descriptor) ? -1 : original<decltype(pipe2)>("pipe2")(ends, flags);
}

int dup(int file) { return fails(Kind::descriptor) ? -1 : original<decltype(dup)>("dup")(file); }

int dup2(int from, int to) {
  return fails(Kind::descriptor) ? -1 : original<decltype(dup2)>("dup2")(from, to);
}

int eventfd(unsigned value, int flags) {
  return fails(Kind::descriptor) ? -1 : original<decltype(eventfd)>("eventfd")(value, flags);
}

int signalfd(int file, const sigset_t* signals, int flags) {
  return fails(Kind::descriptor) ? -1
                                 : original<decltype(signalfd)>("signalfd")(file, signals, flags);
}

int poll(pollfd* files, nfds_t count, int milliseconds) {
  return fails(Kind::wait) ? -1 : original<decltype(poll)>("poll")(files, count, milliseconds);
}

int ppoll(pollfd* files, nfds_t count, const timespec* time, const sigset_t* signals) {
  return fails(Kind::wait) ? -1 : original<decltype(ppoll)>("ppoll")(files, count, time, signals);
}

pid_t waitpid(pid_t process, int* status, int options) {
  return fails(Kind::wait) ? -1 : original<decltype(waitpid)>("waitpid")(process, status, options);
}

pid_t fork() { return fails(Kind::fork) ? -1 : original<decltype(fork)>("fork")(); }

int posix_spawnp(pid_t* process, const char* file, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* words,
                 char* const* environment) {
  return fails(Kind::fork) ? errno
                           : original<decltype(posix_spawnp)>("posix_spawnp")(
                                 process, file, actions, attributes, words, environment);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  return fails(Kind::thread) ? errno
                             : original<decltype(pthread_create)>("pthread_create")(
                                   thread, attributes, body, argument);
}

void* mmap(void* place, std::size_t size, int rights, int flags, int file, off_t offset) {
  return fails(Kind::mmap)
             ? MAP_FAILED
             : original<decltype(mmap)>("mmap")(place, size, rights, flags, file, offset);
}

void* mmap64(void* place, std::size_t size, int rights, int flags, int file, off_t offset) {
  return fails(Kind::mmap)
             ? MAP_FAILED
             : original<decltype(mmap64)>("mmap64")(place, size, rights, flags, file, offset);
}

void* malloc(std::size_t size) {
  return fails_to_allocate(__builtin_return_address(0)) ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  return fails_to_allocate(__builtin_return_address(0)) ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* block, std::size_t size) {
  return fails_to_allocate(__builtin_return_address(0)) ? nullptr : __libc_realloc(block, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails(Kind::memory) ? nullptr : __libc_memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (fails(Kind::memory))
    return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}

} // extern "C"

// NOLINTEND
