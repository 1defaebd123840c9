// How many conversations a second the embedded evaluator judges, on one core and in memory.
//   evaluator_bench [DIALOGUES.jsonl [SECONDS]]
// 10 questions of 8 phrases each; every dialogue has 20 messages: longer ones are cut, shorter ones repeated. Without a
// file, made-up dialogues of the same size are used. The time includes the judgements: answers, rationales, evidence.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "parlance/audit/embedded_evaluator.hpp"
#include "workload.hpp"

using namespace parlance;

int main(int argc, char** argv) try {
  const auto questionnaire = bench::ten_questions();
  const auto all = bench::conversations(argc > 1 ? argv[1] : nullptr);
  const double wanted = argc > 2 ? std::atof(argv[2]) : 3;
  std::size_t bytes = 0;
  for (const auto& messages : all) {
    for (const auto& message : messages) bytes += message.content.size();
  }

  audit::EmbeddedEvaluator evaluator;
  std::size_t judged = 0, answered = 0;
  double seconds = 0;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  while (seconds < wanted) {
    for (const auto& messages : all) {
      for (const auto& judgement : evaluator.evaluate(questionnaire, messages)) answered += !judgement.evidence.empty();
      ++judged;
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  // Where other programs compete for the cores, processor time says more than the clock on the wall.
  const double cpu = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  const auto count = static_cast<double>(judged);
  const double megabytes = static_cast<double>(bytes) / static_cast<double>(all.size()) * count / 1e6;
  std::printf(
      "%.0f dialogues/s of processor time (%.0f/s elapsed): %.2f us each, %.0f MB/s of text, %.1f cited answers\n",
      count / cpu, count / seconds, cpu / count * 1e6, megabytes / cpu, static_cast<double>(answered) / count);
} catch (const std::exception& e) {
  std::fprintf(stderr, "evaluator_bench: %s\n", e.what());
  return 1;
}
