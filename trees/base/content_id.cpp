#include "trees/base/content_id.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace eldest {

std::string content_id(std::string_view text) {
  const boost::uuids::name_generator_sha1 generator(boost::uuids::ns::oid());
  return to_string(generator(text.data(), text.size()));
}

} // namespace eldest
