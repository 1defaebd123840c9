#include "server/cli/cli.hpp"

int main(int argc, char** argv) {
  return parlance::server::cli::run(argc, argv);
}
