// Transfer verdicts (contract section 3): what the customer said before the transfer against what departments are for.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "parlance/audit/transfer_verdict.hpp"
#include "support/said.hpp"

using namespace parlance;
using audit::Message;
using audit::SenderRole;
using audit::TransferKind;
using audit::Verdict;

namespace {

struct Line {
  SenderRole role;
  const char* content;
};
constexpr SenderRole customer = SenderRole::customer, employee = SenderRole::employee;

std::vector<Message> talk(const std::vector<Line>& lines) {
  std::vector<Message> out;
  for (const Line& line : lines) {
    Message& message = out.emplace_back();
    message.sender_role = line.role;
    message.content = line.content;
    message.index = static_cast<std::int64_t>(out.size()) - 1;
    message.original_date_time = {1000 * static_cast<std::int64_t>(out.size())};
  }
  return out;
}
org::DepartmentId department(std::uint8_t n) {
  org::DepartmentId id;
  id.value.bytes[15] = n;
  return id;
}
const audit::TransferTarget billing{department(1), "Billing",
                                    "Invoices, charges, refunds and payments. Not for technical faults of the line."};
const audit::TransferTarget technical{department(2), "Technical support",
                                      "Internet connection, router, slow speed and installation."};
const audit::TransferTarget retention{department(3), "Retention", "Cancel contracts."};

audit::TransferJudgement judged(const audit::TransferTarget& target, const std::vector<Line>& lines,
                                org::Language language = org::Language::en) {
  const std::vector<audit::TransferTarget> others = {billing, technical, retention};
  std::vector<audit::TransferTarget> rest;
  for (const auto& other : others) {
    if (other.id != target.id) rest.push_back(other);
  }
  return audit::judge_transfer(language, target, rest, talk(lines));
}

}  // namespace

TEST_CASE("a transfer is judged by what the customer said") {
  struct Row {
    const char* what;
    const audit::TransferTarget* target;
    std::vector<Line> lines;
    Verdict verdict;
    double confidence;
  };
  for (const Row& row : std::vector<Row>{
           {"two words of its context",
            &billing,
            {{customer, "You charged me twice, I expect a refund tomorrow"}},
            Verdict::correct,
            0.6},
           {"three",
            &billing,
            {{customer, "The invoice shows a double charge and I expect my refund"}},
            Verdict::correct,
            0.7},
           {"words of other forms",
            &billing,
            {{customer, "two refunded charges appear in March"}},
            Verdict::correct,
            0.6},
           {"one word is not enough",
            &billing,
            {{customer, "My invoice arrived yesterday with strange letters"}},
            Verdict::uncertain,
            0.5},
           {"one word of a short context",
            &retention,
            {{customer, "Cancel everything today, moving abroad in May"}},
            Verdict::correct,
            0.6},
           {"another department's words",
            &billing,
            {{customer, "The router blinks and the connection drops"}},
            Verdict::incorrect,
            0.6},
           {"what it excludes",
            &billing,
            {{customer, "There is a technical fault on my line again"}},
            Verdict::incorrect,
            0.8},
           {"both alike",
            &billing,
            {{customer, "A charge and a refund for the router and slow speed"}},
            Verdict::uncertain,
            0.5},
           {"said by the employee",
            &billing,
            {{employee, "Is it the invoice, a charge or a refund?"}, {customer, "My neighbour parked beside the gate"}},
            Verdict::uncertain,
            0.5},
           {"too little", &billing, {{customer, "Invoice refund"}}, Verdict::uncertain, 0.5},
           {"hardly enough", &billing, {{customer, "Invoice refund yesterday"}}, Verdict::correct, 0.6},
           {"nothing", &billing, {}, Verdict::uncertain, 0.5},
           {"none of its words",
            &billing,
            {{customer, "My neighbour parked his bicycle beside the garden gate"}},
            Verdict::uncertain,
            0.5}}) {
    INFO(row.what);
    const auto result = judged(*row.target, row.lines);
    INFO(result.rationale);
    CHECK(org::text_of(result.verdict) == org::text_of(row.verdict));
    CHECK(std::abs(result.confidence - row.confidence) < 1e-9);
    CHECK_FALSE(result.rationale.empty());
    if (row.verdict != Verdict::uncertain) CHECK_FALSE(result.evidence.empty());
  }
}

TEST_CASE("confidence does not pass 0.9") {
  const auto result = judged(billing, {{customer, "invoices charges refunds payments; invoice and charge"}});
  CHECK(result.verdict == Verdict::correct);
  CHECK(std::abs(result.confidence - 0.8) < 1e-9);
  audit::TransferTarget rich = billing;
  rich.context = "alpha beta gamma delta epsilon zeta theta";
  CHECK(std::abs(judged(rich, {{customer, "alpha beta gamma delta epsilon zeta theta"}}).confidence - 0.9) < 1e-9);
}

TEST_CASE("evidence are messages of the customer, quoted letter by letter") {
  const std::string long_tail(300, 'x');
  const std::string long_message = "Well. " + long_tail + " I saw a refund of the charge " + long_tail;
  const auto messages = talk({{customer, "Good morning"},
                              {employee, "Invoice, charge, refund?"},
                              {customer, "The INVOICE is wrong"},
                              {customer, long_message.c_str()}});
  const auto result = audit::judge_transfer(org::Language::en, billing, {}, messages);
  CHECK(result.verdict == Verdict::correct);
  REQUIRE(result.evidence.size() == 2);
  CHECK(result.evidence[0] == audit::Evidence{2, "The INVOICE is wrong", true});
  CHECK(result.evidence[1] == audit::Evidence{3, "refund of the charge", true});
  CHECK(result.rationale == "The customer spoke of “charge”, “INVOICE”, “refund”, which Billing is for.");
}

TEST_CASE("Spanish and Portuguese are read in their own words") {
  const audit::TransferTarget facturas{department(4), "Facturación", "Facturas, cargos y devoluciones de dinero."};
  CHECK(judged(facturas, {{customer, "Tengo dos cargos en la factura de marzo y espero la devolución"}},
               org::Language::es)
            .verdict == Verdict::correct);
  const audit::TransferTarget faturas{department(5), "Faturamento", "Faturas, cobranças e reembolsos."};
  CHECK(judged(faturas, {{customer, "A fatura veio com duas cobranças e espero o reembolso amanhã"}}, org::Language::pt)
            .verdict == Verdict::correct);
}

TEST_CASE("what completed is judged, once each, from what was said before it") {
  const auto messages = talk({{customer, "The invoice has a wrong charge"},
                              {employee, "One moment"},
                              {customer, "And the router has a slow connection too, slow speed all day"}});
  const auto event = [](TransferKind kind, std::uint8_t to, std::int64_t at, const char* id) {
    audit::TransferEvent out;
    out.kind = kind;
    out.to_department_id = department(to);
    out.original_date_time = {at};
    out.transfer_id = id;
    return out;
  };
  const std::vector<audit::TransferEvent> events = {
      event(TransferKind::requested, 1, 1500, "a"), event(TransferKind::completed, 1, 2000, "a"),
      event(TransferKind::requested, 2, 2500, "b"), event(TransferKind::failed, 2, 2600, "b"),
      event(TransferKind::requested, 9, 2700, "c"), event(TransferKind::completed, 9, 2800, "c"),
      event(TransferKind::requested, 2, 3500, "d"), event(TransferKind::completed, 2, 3600, "d"),
      event(TransferKind::requested, 3, 3700, "e")};
  const auto verdicts = audit::judge_transfers(org::Language::en, events, {billing, technical, retention}, messages);
  REQUIRE(verdicts.size() == 2);
  CHECK(verdicts[0].transfer_id == "a");
  CHECK(verdicts[0].event_index == 1);
  CHECK(verdicts[0].to_department_id == department(1));
  CHECK(verdicts[0].verdict == Verdict::correct);
  CHECK(verdicts[1].event_index == 7);
  CHECK(verdicts[1].verdict == Verdict::correct);
  // The moment itself is not before it: at 1000 nothing had been said.
  const std::vector<audit::TransferEvent> early = {event(TransferKind::completed, 1, 1000, "a")};
  CHECK(audit::judge_transfers(org::Language::en, early, {billing}, messages)[0].rationale ==
        "The customer had said too little before the transfer.");
}

TEST_CASE("hostile texts are judged as well") {
  const std::string noise(200000, '\xFF');
  std::string words;
  for (int i = 0; i < 20000; ++i) words += "word" + std::to_string(i) + " ";
  const audit::TransferTarget target{department(1), "X", words};
  const auto messages = talk({{customer, noise.c_str()}, {customer, words.c_str()}});
  const auto result = audit::judge_transfer(org::Language::en, target, {}, messages);
  CHECK(result.verdict == Verdict::correct);
  CHECK(result.rationale.size() < 300);
}
