#include "sim/cli/options/option_values.hpp"

#include <boost/program_options/value_semantic.hpp>

#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

po::typed_value<std::string>* named_text(const std::string& name) {
  return po::value<std::string>()->value_name(name);
}

po::typed_value<std::vector<std::string>>* named_texts(const std::string& name) {
  return po::value<std::vector<std::string>>()->composing()->value_name(name);
}

} // namespace

ValueKind text(const std::string& name) { return named_text(name); }

ValueKind text(const std::string& name, const std::string& default_text) {
  return named_text(name)->default_value(default_text);
}

ValueKind text_or_nothing(const std::string& name) { return named_text(name)->implicit_value(""); }

ValueKind required_text(const std::string& name) { return named_text(name)->required(); }

ValueKind texts(const std::string& name) { return named_texts(name); }

ValueKind required_texts(const std::string& name) { return named_texts(name)->required(); }

ValueKind texts_or_yes(const std::string& name) {
  return named_texts(name)->implicit_value({"yes"}, "yes");
}

ValueKind yes_or_no(const std::string& default_word) {
  return named_text("yes|no")->default_value(default_word)->implicit_value("yes");
}

ValueKind flag() { return po::bool_switch(); }

} // namespace eldest
