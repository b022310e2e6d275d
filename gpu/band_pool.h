#pragma once
#include <atomic>
#include <functional>
#include <memory>

namespace framelane {

// Worker threads that run one job at a time in bands of rows; the caller works too.
// Thread-safety: run() may be called from several threads; calls are served one after another.
class BandPool {
 public:
  explicit BandPool(int threads);  // 1 and more, the calling thread included
  ~BandPool();
  BandPool(const BandPool&) = delete;
  BandPool& operator=(const BandPool&) = delete;

  // Calls body(first, last) over [0, rows) in bands of at most band_rows rows, then returns. Bands
  // not yet begun when *cancel becomes true are left out. What a band throws is thrown on, the
  // first of several, once no band is under way; bands not yet begun by then are left out.
  void run(int rows, int band_rows, const std::function<void(int first, int last)>& body,
           const std::atomic<bool>* cancel = nullptr);
  [[nodiscard]] int threads() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace framelane
