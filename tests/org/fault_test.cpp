// What a fault of the machine leaves behind: nothing.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <stdexcept>

#include "support/org_world.hpp"

using namespace parlance;
using test::OrgWorld;
using test::said;

namespace {

// Forwards to the department store it wraps, and faults after the calls it is told to.
class FaultyDepartments final : public org::DepartmentStore {
 public:
  explicit FaultyDepartments(org::DepartmentStore& inner) : inner_(inner) {}
  bool broken = false;

  std::optional<org::Department> find(org::OrgId org, const org::DepartmentIdOrKey& id) const override {
    return inner_.find(org, id);
  }
  std::optional<org::Department> find_by_name(org::OrgId org, std::string_view name) const override {
    return inner_.find_by_name(org, name);
  }
  std::vector<org::Department> evaluating_transfers(org::OrgId org) const override {
    return inner_.evaluating_transfers(org);
  }
  org::Page<org::Department> list(org::OrgId org, const org::PageRequest& page) const override {
    if (broken) throw std::runtime_error("disk I/O error");
    return inner_.list(org, page);
  }
  void insert(org::OrgId org, const org::Department& department) override {
    inner_.insert(org, department);
    if (broken) throw std::runtime_error("disk I/O error");
  }
  void update(org::OrgId org, const org::Department& department) override {
    inner_.update(org, department);
    if (broken) throw std::runtime_error("disk I/O error");
  }
  void remove(org::OrgId org, org::DepartmentId id, org::UtcTime at) override {
    inner_.remove(org, id, at);
    if (broken) throw std::runtime_error("disk I/O error");
  }

 private:
  org::DepartmentStore& inner_;
};

}  // namespace

TEST_CASE("a fault passes through, and what was half done is undone") {
  OrgWorld world;
  FaultyDepartments store(world.department_store);
  org::DepartmentService departments(world.transactor, store, world.clock, world.ids);
  const auto support = departments.create(world.here, {"Support"}).value();
  org::DepartmentChanges changes;
  changes.name = std::string("Help");

  store.broken = true;
  CHECK_THROWS_AS(departments.create(world.here, {"Sales"}), std::runtime_error);
  CHECK_THROWS_AS(departments.update(world.here, support.id, changes), std::runtime_error);
  CHECK_THROWS_AS(departments.remove(world.here, support.id), std::runtime_error);
  CHECK_THROWS_AS(departments.list(world.here, {}), std::runtime_error);

  store.broken = false;
  const auto list = departments.list(world.here, {});
  REQUIRE(list.total == 1);
  CHECK(list.results[0] == support);
  CHECK(said(departments.create(world.here, {"Sales"})) == "ok");
  CHECK(said(departments.update(world.here, support.id, changes)) == "ok");
}

TEST_CASE("several calls in one transaction are kept or undone together") {
  OrgWorld world;
  bool told = false;
  const auto refused = world.transactor.write([&]() -> org::Result<void> {
    world.department("Support");
    world.employee("Ana");
    world.transactor.after_commit([&] { told = true; });
    return org::conflict("not after all");
  });
  CHECK(said(refused) == "conflict: not after all");
  CHECK_FALSE(told);
  CHECK(world.departments.list(world.here, {}).total == 0);
  CHECK(world.names() == "");

  world.transactor.write([&] {
    world.department("Support");
    // The refusal of a call inside undoes that call alone.
    CHECK(said(world.departments.create(world.here, {"SUPPORT"})) ==
          "conflict: Department with name SUPPORT already exists");
    world.employee("Ana");
    world.transactor.after_commit([&] { told = true; });
    CHECK_FALSE(told);
  });
  CHECK(told);
  CHECK(world.departments.list(world.here, {}).total == 1);
  CHECK(world.names() == "Ana");
}

TEST_CASE("a store outside a transaction, and a change inside a read, are errors of the program") {
  OrgWorld world;
  CHECK_THROWS_AS(world.department_store.find(world.here, org::EntityKey{"DEP-00000000"}), std::logic_error);
  CHECK_THROWS_AS(world.transactor.read([&] { world.department("Support"); }), std::logic_error);
  CHECK_THROWS_AS(world.transactor.after_commit([] {}), std::logic_error);
  // The transactor is not left in a state that refuses what is right.
  CHECK(world.department("Support").name == "Support");
}
