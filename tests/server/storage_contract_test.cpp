#include "contract/stores_contract.hpp"
