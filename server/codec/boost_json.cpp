// Boost.JSON's own sources, compiled into the program: no shared library to match at run time.
#include <boost/json/src.hpp>
