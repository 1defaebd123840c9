// The schema, as numbered steps.
#pragma once

#include "server/storage/driver.hpp"

namespace parlance::server::storage {

// Brings the database up to date, each step in a transaction of its own; several processes may try at once. Throws when
// the database was written by a newer program, saying so.
void migrate(Connection& connection);

int schema_version(Connection& connection);
int newest_schema_version();

}  // namespace parlance::server::storage
