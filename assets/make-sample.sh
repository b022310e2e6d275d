#!/usr/bin/env bash
# Makes sample.mp4 again: 4 s of 3840x2160 at 30 fps, H.264, 8-bit 4:2:0, tagged BT.709 limited range.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

c++ -std=c++20 -O3 -march=native -ffast-math make_sample.cpp -o "$work/make_sample" -pthread
"$work/make_sample" | ffmpeg -v error -nostdin -y -f rawvideo -video_size 3840x2160 -framerate 30 -pixel_format rgb24 -i - \
  -vf "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd,format=yuv420p" \
  -color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 -chroma_sample_location left \
  -c:v libx264 -preset "${PRESET:-medium}" -crf "${CRF:-30.3}" -g 30 -bf 3 -movflags +faststart "$work/sample.mp4"
mv "$work/sample.mp4" sample.mp4
ls -l sample.mp4
