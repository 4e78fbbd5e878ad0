// At the end of a page of --emit=html: uses it as a reader would, and tells the page around what was wrong.
{
  const bad = [];
  const need = (ok, what) => { if (!ok) bad.push(what); };
  const said = () => document.getElementById('say').textContent;
  const lit = key => side[key].el.querySelectorAll('.hl').length;
  const key = k => document.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true, cancelable: true}));
  // every pair of lines, from both ends
  for (const [c, ...ps] of data.c) {
    show('c', c);
    need(lit('c') === 1 && lit('p') === new Set(ps).size, 'C line ' + c + ' lights ' + lit('p') + ' lines of PTX');
    for (const p of ps) need(linked('p', p, 'c').includes(c), 'PTX line ' + p + ' does not lead back to C line ' + c);
    if (bad.length > 5) break;
  }
  for (const [p, kind, text] of data.r.slice(0, 40)) { show('p', p); need(said().includes(text), 'line ' + p + ' does not say: ' + text); }
  for (const [p, why] of [...absent].slice(0, 40)) { show('p', p); need(said().includes(why), 'line ' + p + ' does not say why it has no C'); }
  // keys
  move('p', 1);
  key('n');
  need(remarks.has(at.line), 'n does not go to a remark');
  const was = at.line;
  key('j'); key('k');
  need(at.key === 'p' && at.line === was, 'j and k do not lead back');
  key('l');
  need(at.key === 'c', 'l does not go to the C');
  key('End');
  need(at.line === side.c.lines && side.c.el.scrollTop > 0 | side.c.lines < 20, 'End does not go to the end');
  key('Home');
  const before = getComputedStyle(document.body).backgroundColor;
  key('t');
  need(getComputedStyle(document.body).backgroundColor !== before, 't does not change the colours');
  // the pointer: the middle of a line
  move('p', was);
  const box = side.p.text.getBoundingClientRect(), y = box.top + (was - 1) * ROW + ROW / 2;
  at = null;
  side.p.el.dispatchEvent(new MouseEvent('mousemove', {clientX: 100, clientY: y, bubbles: true}));
  need(at && at.line === was, 'the pointer at line ' + was + ' is taken for line ' + (at && at.line));
  // rows lie where the arithmetic has them, in parts far away from each other
  for (const s of sides) {
    let row = 0;
    for (const part of s.text.querySelectorAll('.part')) {
      const top = part.getBoundingClientRect().top - s.text.getBoundingClientRect().top;
      need(Math.abs(top - row * ROW) < 1, s.key + ': row ' + row + ' lies at ' + top);
      row += +part.style.getPropertyValue('--n');
    }
    need(row === s.lines && s.lines === +s.el.dataset.lines, s.key + ': ' + row + ' rows');
    into_view(s, s.lines);
    need(s.parts[s.parts.length - 1].textContent.includes(s.rows[s.lines - 1]), s.key + ': the end is not there when it is looked at');
  }
  // the colours: each leads through all lines that have it
  for (const b of document.querySelectorAll('button.kind')) {
    const kind = +b.dataset.kind, of = remarked.filter(p => remarks.get(p).some(r => r[0] === kind)), seen = new Set();
    need(+b.textContent.split(': ')[1] === data.r.filter(r => r[1] === kind).length, 'a wrong count: ' + b.textContent);
    for (let i = 0; i < of.length; i++) { b.click(); seen.add(at.line); }
    need(seen.size === of.length && of.every(p => seen.has(p)), b.textContent + ' leads to ' + [...seen]);
  }
  // all rows are made by now or on demand; paper has each line once, in its colours
  for (const s of sides) {
    s.parts.forEach((_, i) => make(s, i));
    const all = cls => [...s.text.querySelectorAll('pre' + cls)].map(e => e.textContent).join('');
    need(all(':not(.no)') === s.rows.join('\n') + '\n', s.key + ': another text');
    need(all('.no') === s.rows.map((_, i) => i + 1 + '\n').join(''), s.key + ': other numbers');
  }
  const coloured = new Set(data.r.filter(r => data.k[r[1]][0]).map(r => r[0]));
  need(side.p.text.querySelectorAll('b').length === coloured.size, 'lines of PTX with a remark have no colour');
  dispatchEvent(new Event('beforeprint'));
  need(document.querySelectorAll('section.paper p').length === data.r.length, 'not all remarks on paper');
  for (const s of sides) {
    const list = [...s.el.querySelectorAll('ol.paper li')];
    need(list.map(e => e.textContent).join('\n') === s.rows.join('\n'), s.key + ': another text on paper');
    need(s.el.querySelectorAll('ol.paper b').length === s.text.querySelectorAll('b').length, s.key + ': other colours on paper');
  }
  dispatchEvent(new Event('afterprint'));
  need(!document.querySelector('.paper'), 'the paper is left');
  // links and drawings
  for (const a of document.querySelectorAll('a')) {
    const m = /^#p(\d+)$/.exec(a.getAttribute('href'));
    need(m && +m[1] >= 1 && +m[1] <= side.p.lines, 'a link to ' + a.getAttribute('href'));
  }
  const same = (a, b) => [...new Set(a)].sort().join() === [...new Set(b)].sort().join();
  for (const d of document.querySelectorAll('details')) {
    d.open = true;
    draw(d);
    const svg = d.querySelector('svg');
    need(svg || d.querySelector('table'), 'nothing behind ' + d.textContent);
    if (!svg) continue;
    const b = svg.getBBox(), w = svg.viewBox.baseVal;
    need(b.x >= -2 && b.y >= -2 && b.x + b.width <= w.width + 40 && b.y + b.height <= w.height + 40, 'a drawing leaves its frame');
    need(b.width > 0 && svg.querySelectorAll('text').length > 0, 'a drawing is empty');
    // each shape lights its lines, and each of these lights the shape
    const shapes = [...svg.querySelectorAll('a')];
    need(shapes.length > 0, 'a drawing leads nowhere');
    for (const a of shapes.slice(0, 50)) {
      const lines = lines_of(a.getAttribute('href'));
      a.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
      need(at.key === 'p' && same(at.lines, lines) && a.classList.contains('at'), 'a shape does not light lines ' + lines);
      show('p', lines[lines.length - 1]);
      need(a.classList.contains('at') && shapes.every(x => x.classList.contains('at') === lines_of(x.getAttribute('href')).includes(at.line)),
        'line ' + at.line + ' does not light its shapes');
    }
    bring('p');
    const frame = d.querySelector('.draw').getBoundingClientRect(), shape = svg.querySelector('a.at').getBoundingClientRect();
    need(shape.bottom > frame.top && shape.top < frame.bottom, 'the shape of line ' + at.line + ' is not brought into view');
  }
  parent.report(document.title, window.failures.concat(bad));
}
