// The report page's script: only what the page can do without, choosing a stretch of the timeline and
// reading out values. Compiled into the program; comments are left in.
(function () {
  'use strict';
  const page = JSON.parse(document.getElementById('data').textContent);
  const LEFT = 64, RIGHT = 984, WIDTH = 1040, TOP = 4, ROW = 24;
  const STYLES = ['upload', 'passes', 'download'];
  const clamp = (v, a, b) => Math.min(Math.max(v, a), b);

  function unpack(text) {
    const bytes = atob(text), frames = [];
    let at = 0, number = 0, start = 0, up = 0, down = 0;
    function unsigned() {
      let value = 0, scale = 1, byte;
      do {
        byte = bytes.charCodeAt(at++);
        value += (byte & 127) * scale;
        scale *= 128;
      } while (byte & 128);
      return value;
    }
    function signed() {
      const value = unsigned();
      return value % 2 ? -(value + 1) / 2 : value / 2;
    }
    while (at < bytes.length) {
      const frame = {number: number += signed(), lane: unsigned(), stages: [null, null, null], passes: []};
      const has = unsigned();
      frame.up = up += signed();
      frame.down = down += signed();
      let time = start, first = true;
      for (let s = 0; s < 3; ++s) {
        if (!(has >> s & 1)) continue;
        const from = time + signed(), length = unsigned();
        if (first) start = frame.start = from;
        first = false;
        frame.stages[s] = [from, from + length];
        time = from + length;
        if (s === 1) for (let n = unsigned(); n > 0; --n) frame.passes.push(unsigned());
      }
      frames.push(frame);
    }
    return frames;
  }

  function axisStep(span, ticks) {
    const raw = span / ticks, power = Math.pow(10, Math.floor(Math.log10(raw))), lead = raw / power;
    return power * (lead < 1.0001 ? 1 : lead < 2.0001 ? 2 : lead < 5.0001 ? 5 : 10);
  }

  function drawLanes(line, index, span) {
    const frames = line.unpacked, anchor = frames[index];
    const from = (anchor.start || 0) / 1000;
    const x = us => LEFT + (RIGHT - LEFT) * clamp((us / 1000 - from) / span, 0, 1);
    const bottom = TOP + ROW * line.lanes, step = axisStep(span, 8);
    const decimals = clamp(-Math.floor(Math.log10(step) + 1e-9), 0, 6);
    const busy = new Array(line.lanes).fill(0);
    let out = '', last = anchor.number;
    for (let i = 0; i * step <= span; ++i) {
      const at = LEFT + (RIGHT - LEFT) * i * step / span;
      out += `<line class="grid" x1="${at}" y1="${TOP}" x2="${at}" y2="${bottom}"/>` +
        `<text class="axis mid" x="${at}" y="${bottom + 16}">${(i * step).toFixed(decimals)}</text>`;
    }
    out += `<text class="axis" x="0" y="${bottom + 16}">ms</text>` +
      `<text class="axis end" x="${WIDTH}" y="${bottom + 16}">busy</text>`;
    for (let f = Math.max(index - 4 * line.lanes, 0); f < frames.length && f < index + 3000; ++f) {
      const frame = frames[f], y = TOP + ROW * frame.lane;
      if (frame.start / 1000 > from + span && f > index + 2 * line.lanes) break;
      let before = null;
      for (let s = 0; s < 3; ++s) {
        const stage = frame.stages[s];
        if (!stage) continue;
        const a = x(stage[0]), b = x(stage[1]);
        if (before !== null && a - x(before) > 2)
          out += `<rect class="wait" x="${x(before) + 0.5}" y="${y + 6.5}" width="${a - x(before) - 1.5}" height="11"/>`;
        before = stage[1];
        if (b <= a) continue;
        last = Math.max(last, frame.number);
        busy[frame.lane] += (b - a) / (RIGHT - LEFT);
        out += `<rect class="${STYLES[s]}" data-f="${f}" x="${a}" y="${y + 3}" width="${Math.max(b - a - 0.5, 0.5)}" height="18"/>`;
        if (s === 1) {
          let edge = stage[0];
          for (const pass of frame.passes.slice(0, -1)) {
            edge += pass;
            const at = x(Math.min(edge, stage[1]));
            if (at > LEFT && at < RIGHT)
              out += `<line class="hair" x1="${at}" y1="${y + 3}" x2="${at}" y2="${y + 21}"/>`;
          }
        }
        if (b - a >= Math.max(34, 7.5 * String(frame.number).length + 6)) out += `<text class="ink mid${s === 1 ? ' over-passes' : ''}" x="${(a + b) / 2}" y="${y + 16}">${frame.number}</text>`;
      }
    }
    busy.forEach((share, lane) => {
      out += `<text class="axis end" x="${WIDTH}" y="${TOP + ROW * lane + 17}">${Math.min(100 * share, 100).toFixed(0)} %</text>`;
    });
    line.group.innerHTML = out;
    line.said.textContent = `frames ${anchor.number} to ${last}, from ${from.toFixed(3)} ms on`;
  }

  function frameText(frame) {
    const ms = us => (us / 1000).toFixed(3) + ' ms';
    const names = ['upload', 'passes', 'download'];
    const parts = [];
    let before = null, waited = 0;
    frame.stages.forEach((stage, s) => {
      if (!stage) return;
      if (before !== null) waited += Math.max(stage[0] - before, 0);
      before = stage[1];
      const bytes = s === 0 ? frame.up : s === 2 ? frame.down : 0;
      parts.push(`${names[s]} ${ms(stage[1] - stage[0])}` + (bytes ? ` (${(bytes / 1e6).toFixed(2)} MB)` : ''));
    });
    return `frame ${frame.number}: ${parts.join(', ')}, waiting between ${ms(waited)}`;
  }

  function setUpTimelines() {
    const lines = page.timelines.map(line => {
      const svg = document.getElementById('time-' + line.key);
      const figure = svg.closest('figure');
      return {lanes: line.lanes, unpacked: unpack(line.frames), svg, group: svg.querySelector('.blocks'),
              said: figure.querySelector('.said'), read: figure.querySelector('.read')};
    }).filter(line => line.unpacked.length > 0);
    if (lines.length === 0) return;
    const controls = document.getElementById('stretch'), slider = controls.querySelector('input');
    const longest = Math.max(...lines.map(line => line.unpacked.length));
    let span = page.span;
    slider.max = longest - 1;
    slider.value = Math.round(page.position * (longest - 1));
    const index = line => Math.round(slider.value * (line.unpacked.length - 1) / Math.max(longest - 1, 1));
    const draw = () => lines.forEach(line => drawLanes(line, index(line), span));
    const zoom = by => { span = clamp(span * by, page.span / 64, page.span * 16); draw(); };
    slider.addEventListener('input', draw);
    controls.querySelector('.wider').addEventListener('click', () => zoom(1.5));
    controls.querySelector('.closer').addEventListener('click', () => zoom(1 / 1.5));
    controls.hidden = false;
    for (const line of lines) {
      line.svg.addEventListener('pointermove', event => {
        const on = event.target.getAttribute('data-f');
        line.svg.querySelectorAll('.ring').forEach(block => block.classList.remove('ring'));
        line.read.textContent = on === null ? '' : frameText(line.unpacked[on]);
        line.said.hidden = on !== null;
        if (on !== null) line.svg.querySelectorAll(`[data-f="${on}"]`).forEach(block => block.classList.add('ring'));
      });
      line.svg.addEventListener('pointerleave', () => {
        line.svg.querySelectorAll('.ring').forEach(block => block.classList.remove('ring'));
        line.read.textContent = '';
        line.said.hidden = false;
      });
    }
    draw();
  }

  function setUpChart(id, chart) {
    const svg = document.getElementById(id);
    const read = svg.closest('figure').querySelector('.read');
    const cursor = document.createElementNS(svg.namespaceURI, 'line');
    cursor.setAttribute('class', 'cursor');
    cursor.setAttribute('y1', chart.y);
    cursor.setAttribute('y2', chart.y + chart.h);
    cursor.style.display = 'none';
    svg.appendChild(cursor);
    svg.addEventListener('pointermove', event => {
      const box = svg.getBoundingClientRect();
      const column = Math.round(((event.clientX - box.left) * WIDTH / box.width - chart.x) / chart.dx);
      const row = chart.rows[column];
      cursor.style.display = row ? '' : 'none';
      if (!row) { read.textContent = ''; return; }
      const at = chart.x + column * chart.dx, first = chart.frame + column * chart.width;
      cursor.setAttribute('x1', at);
      cursor.setAttribute('x2', at);
      read.textContent = (chart.width === 1 ? `frame ${first}: ` : `frames ${first} to ${first + chart.width - 1}: `) +
        chart.names.map((name, i) => `${name} ${row[i].toFixed(3)}`).join(', ') + ' ms';
    });
    svg.addEventListener('pointerleave', () => {
      cursor.style.display = 'none';
      read.textContent = '';
    });
  }

  setUpTimelines();
  for (const id of Object.keys(page.charts)) setUpChart(id, page.charts[id]);
})();
