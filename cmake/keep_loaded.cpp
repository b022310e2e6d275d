// Linked into tests under AddressSanitizer: a library that was unloaded has no name when leaks are
// counted, and what a graphics driver keeps could not be told from what we leak.
extern "C" int dlclose(void*) noexcept;
extern "C" int dlclose(void*) noexcept {
  return 0;
}
