// Dialogues, labels and questionnaires from files, for the measuring programs.
#pragma once

#include <boost/json.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "parlance/audit/evaluator.hpp"

namespace parlance::bench {

namespace json = boost::json;

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<json::value> read_lines(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<json::value> values;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) values.push_back(json::parse(line));
  }
  return values;
}

inline std::string text(const json::value& value) {
  return std::string(value.as_string());
}

template <class E>
E read_enum(const json::value& value) {
  for (const auto& [named, name] : org::EnumText<E>::values) {
    if (name == text(value)) return named;
  }
  throw std::runtime_error("unknown value " + text(value));
}

struct Dialogue {
  std::string id;
  std::vector<audit::Message> messages;
};

inline std::vector<Dialogue> read_dialogues(const std::string& path) {
  std::vector<Dialogue> dialogues;
  for (const json::value& line : read_lines(path)) {
    Dialogue& dialogue = dialogues.emplace_back();
    dialogue.id = text(line.at("externalId"));
    for (const json::value& m : line.at("messages").as_array()) {
      audit::Message& message = dialogue.messages.emplace_back();
      message.index = static_cast<std::int64_t>(dialogue.messages.size()) - 1;
      message.sender_role = read_enum<audit::SenderRole>(m.at("senderRole"));
      message.content = text(m.at("content"));
    }
  }
  return dialogues;
}

// By dialogue, then by label: the yes/no labels only.
inline std::map<std::string, std::map<std::string, bool>> read_labels(const std::string& path) {
  std::map<std::string, std::map<std::string, bool>> labels;
  for (const json::value& line : read_lines(path)) {
    for (const auto& [name, value] : line.at("answers").as_object()) {
      if (value.is_bool()) labels[text(line.at("externalId"))][std::string(name)] = value.as_bool();
    }
  }
  return labels;
}

inline audit::AnswerValue read_answer(const json::value& value) {
  if (value.is_bool()) return value.as_bool();
  return text(value);
}

inline std::vector<std::string> read_texts(const json::object& object, const char* name) {
  std::vector<std::string> texts;
  if (const json::value* list = object.if_contains(name)) {
    for (const json::value& item : list->as_array()) texts.push_back(text(item));
  }
  return texts;
}

inline audit::Cue read_cue(const json::object& from) {
  audit::Cue cue;
  cue.answer = read_answer(from.at("answer"));
  cue.phrases = read_texts(from, "phrases");
  cue.unless = read_texts(from, "unless");
  if (const json::value* speaker = from.if_contains("speaker")) cue.speaker = read_enum<audit::Speaker>(*speaker);
  if (const json::value* within = from.if_contains("within"); within && within->is_object()) {
    cue.within.emplace();
    if (const json::value* first = within->as_object().if_contains("first")) cue.within->first = first->as_int64();
    if (const json::value* last = within->as_object().if_contains("last")) cue.within->last = last->as_int64();
  }
  return cue;
}

// A questionnaire in the API's shape, with its questions inside.
inline std::shared_ptr<audit::QuestionnaireSnapshot> read_questionnaire(const std::string& path) {
  auto questionnaire = std::make_shared<audit::QuestionnaireSnapshot>();
  questionnaire->revision = 1;
  const json::value root = json::parse(read_file(path));
  for (const json::value& item : root.at("questions").as_array()) {
    const json::object& from = item.as_object();
    audit::Question& question = questionnaire->questions.emplace_back();
    question.title = text(from.at("title"));
    question.type = read_enum<audit::QuestionType>(from.at("type"));
    if (const json::value* cues = from.if_contains("cues")) {
      for (const json::value& cue : cues->as_array()) question.cues.push_back(read_cue(cue.as_object()));
    }
    if (const json::value* value = from.if_contains("defaultAnswer"); value && !value->is_null()) {
      question.default_answer = read_answer(*value);
    }
  }
  return questionnaire;
}

}  // namespace parlance::bench
