// The schema, as numbered steps.
#pragma once

#include "server/storage/driver.hpp"

namespace parlance::server::storage {

int schema_version(Connection& connection);
int newest_schema_version();

// Brings the database up to date, all steps in one transaction; several processes may try at once. Throws when the
// database was written by a newer program, saying so. `to`: for tests, which start from older ones.
void migrate(Connection& connection, int to = newest_schema_version());

}  // namespace parlance::server::storage
