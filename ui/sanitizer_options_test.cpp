// Graphics drivers are unloaded with their window and leave what they kept behind, by realloc() and
// calloc() in modules that have no name any more. What C++ allocates with new is still checked.
extern "C" const char* __lsan_default_suppressions();   // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:__interceptor_realloc\nleak:__interceptor_calloc";
}
