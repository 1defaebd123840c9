#include "server/world/openssl_secret_box.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "server/world/random_bytes.hpp"

namespace parlance::server::world {
namespace {

constexpr char version = 1;
constexpr std::size_t nonce_size = 12, tag_size = 16, head_size = 1 + nonce_size + tag_size;

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}
void must(int succeeded) {
  if (succeeded != 1) throw std::runtime_error("AES-256-GCM is not available");
}

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

[[noreturn]] void fail(const char* what, const std::filesystem::path& file) {
  throw std::runtime_error(std::string("cannot ") + what + " " + file.string() + ": " + std::strerror(errno));
}

std::optional<OpensslSecretBox::Key> read_key(const std::filesystem::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (descriptor.get() < 0) {
    if (errno == ENOENT) return std::nullopt;
    fail("open", file);
  }
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) fail("examine", file);
  if ((status.st_mode & 077) != 0) {
    throw std::runtime_error(file.string() +
                             " can be read by others; chmod 600 it, and change the secrets it protects");
  }
  OpensslSecretBox::Key key{};
  if (status.st_size != static_cast<off_t>(key.size()) ||
      ::read(descriptor.get(), key.data(), key.size()) != static_cast<ssize_t>(key.size())) {
    throw std::runtime_error(file.string() + " is no key: it must have 32 bytes; restore it from where it was kept");
  }
  return key;
}

// Written whole beside its place and linked into it: another process that does the same either wins or finds ours.
void make_key(const std::filesystem::path& file) {
  OpensslSecretBox::Key key{};
  fill_random(key);
  std::string draft = file.string() + ".XXXXXX";
  {
    const Descriptor descriptor(mkostemp(draft.data(), O_CLOEXEC));  // readable by its owner alone
    if (descriptor.get() < 0) fail("create", draft);
    if (::write(descriptor.get(), key.data(), key.size()) != static_cast<ssize_t>(key.size()) ||
        fsync(descriptor.get()) != 0) {
      fail("write", draft);
    }
  }
  const bool placed = link(draft.c_str(), file.c_str()) == 0 || errno == EEXIST;
  if (!placed) fail("create", file);
  unlink(draft.c_str());
  // The name must be on the disk before anything is that only this key opens.
  const Descriptor directory(::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0 || fsync(directory.get()) != 0) fail("write", file.parent_path());
}

}  // namespace

const OpensslSecretBox::Key& OpensslSecretBox::key(bool may_create) {
  const std::lock_guard lock(mutex_);
  if (key_) return *key_;
  key_ = read_key(key_file_);
  if (!key_ && may_create) {
    make_key(key_file_);
    key_ = read_key(key_file_);
  }
  if (!key_) {
    throw std::runtime_error(key_file_.string() +
                             " is missing: without it stored secrets cannot be read; restore it, or set them again");
  }
  return *key_;
}

org::SealedSecret OpensslSecretBox::seal(const org::Secret& secret, std::string_view context) {
  const Key& with = key(true);
  std::string out(head_size + secret.text.size(), '\0');
  out[0] = version;
  fill_random({bytes(out) + 1, nonce_size});
  const Context cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int size = 0;
  must(EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, with.data(), bytes(out) + 1));
  must(EVP_EncryptUpdate(cipher.get(), nullptr, &size, bytes(context), static_cast<int>(context.size())));
  must(EVP_EncryptUpdate(cipher.get(), bytes(out) + head_size, &size, bytes(secret.text),
                         static_cast<int>(secret.text.size())));
  must(EVP_EncryptFinal_ex(cipher.get(), bytes(out) + head_size + size, &size));
  must(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, tag_size, bytes(out) + 1 + nonce_size));
  return {std::move(out)};
}

org::Secret OpensslSecretBox::open(const org::SealedSecret& sealed, std::string_view context) {
  const Key& with = key(false);
  std::string in = sealed.bytes;
  if (in.size() < head_size || in[0] != version) throw std::runtime_error("a sealed secret is damaged");
  org::Secret out{std::string(in.size() - head_size, '\0')};
  const Context cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int size = 0;
  must(EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, with.data(), bytes(in) + 1));
  must(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, tag_size, bytes(in) + 1 + nonce_size));
  must(EVP_DecryptUpdate(cipher.get(), nullptr, &size, bytes(context), static_cast<int>(context.size())));
  must(EVP_DecryptUpdate(cipher.get(), bytes(out.text), &size, bytes(in) + head_size,
                         static_cast<int>(out.text.size())));
  if (EVP_DecryptFinal_ex(cipher.get(), bytes(out.text) + size, &size) != 1) {
    throw std::runtime_error("a sealed secret was changed, or sealed with another key");
  }
  return out;
}

}  // namespace parlance::server::world
