/* Whether this is a build with the address sanitizer or the thread sanitizer: gcc and clang say it differently. */
#ifndef SALTUS_BASE_SANITIZED_H
#define SALTUS_BASE_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SB_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SB_SANITIZED 1
#endif
#endif
#ifndef SB_SANITIZED
#define SB_SANITIZED 0
#endif

#if defined(__SANITIZE_THREAD__)
#define SB_SANITIZED_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SB_SANITIZED_THREADS 1
#endif
#endif
#ifndef SB_SANITIZED_THREADS
#define SB_SANITIZED_THREADS 0
#endif

#endif
