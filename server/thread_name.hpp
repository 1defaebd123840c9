// A name for the calling thread, as `top -H` and debuggers show it.
#pragma once

#include <pthread.h>

namespace parlance::server {

// At most 15 characters.
inline void name_thread(const char* name) {
  pthread_setname_np(pthread_self(), name);
}

}  // namespace parlance::server
