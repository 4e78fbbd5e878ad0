// At the end of the playground's page: uses it as a reader would, and leaves in #result what was seen.  Until that is done the
// page counts as loading (hold.js).
(async () => {
    const lines = [], frame = by('page');
    const need = (ok, what, seen) => lines.push(ok ? `${what}: fine` : `${what}: ${String(seen).replace(/\s+/g, ' ').slice(0, 200)}`);
    const until = async () => {
        do
            await new Promise(go => setTimeout(go, 10));
        while (!('done' in document.body.dataset));
    };
    const paste = async (text, what, options) => {
        by('what').value = what || '';
        by('options').value = options || '';
        ptx.value = text;
        ptx.oninput();
        delete document.body.dataset.done;
        await until();
    };
    const ready = async what => {
        while (!(what in document.body.dataset))
            await new Promise(go => setTimeout(go, 10));
    };
    const launch = async () => {
        by('go').click();
        delete document.body.dataset.ran;
        await ready('ran');
    };
    const ran = status => document.body.dataset.ran === status;
    const done = status => document.body.dataset.done === String(status);
    const shown = () => by('c').textContent;
    try {
        await until();
        need(done(0) && shown().includes('PTX2C_LANES_FEW(n) {'), 'the C of what it begins with', shown());
        need(by('lines').textContent.split('\n').length === ptx.value.split('\n').length + 1, 'numbers of lines', by('lines').textContent);

        const vecadd = ptx2c_samples.vecadd, other = vecadd.replaceAll('vec_add', 'sum_of');
        await paste(other);
        need(done(0) && shown().includes('sum_of') && !shown().includes('vec_add'), 'the C of a pasted kernel', shown());
        need(by('c').querySelectorAll('b').length > 10, 'words in colours', shown());

        const wrong = vecadd.replace('mad.lo.s32', 'mad.low.s32'), row = wrong.slice(0, wrong.indexOf('mad.low')).split('\n').length;
        await paste(wrong);
        const button = document.querySelector('#messages .error button'), place = document.querySelector('#marks i.error');
        need(done(1) && by('lines').querySelector('b.error').textContent === String(row) && button.textContent.startsWith(row + ':'),
            'a message at its line', by('messages').textContent);
        need(document.querySelector('#marks span.error').textContent.includes("'.low'"), 'a message behind its line', by('marks').textContent);
        need(Math.abs(place.getBoundingClientRect().top - ptx.getBoundingClientRect().top - 4 - (row - 1) * ROW + ptx.scrollTop) < 1, 'a mark at its place',
            place.getBoundingClientRect().top);
        button.click();
        need(ptx.value.slice(ptx.selectionStart, ptx.selectionEnd) === '.low', 'a message leads to its place', ptx.value.slice(ptx.selectionStart, ptx.selectionEnd));
        need(shown() === '', 'no C of what is refused', shown());

        await paste(vecadd);
        need(done(0) && !document.querySelector('#messages li, #marks i, #lines b'), 'what is put right has no message', by('messages').textContent);
        await paste(vecadd, '', '--no-such-option');
        need(done(2) && by('state').textContent.includes('no-such-option'), 'a wrong option', by('state').textContent);
        await paste(vecadd, '--explain');
        need(done(0) && shown().includes('<stdin>:'), 'remarks', shown());

        const loaded = new Promise(go => frame.onload = () => frame.contentDocument.querySelector('.side') && go());
        await paste(vecadd, '--emit=html');
        await loaded;
        const page = frame.contentDocument;
        need(!frame.hidden && by('c').hidden && page.querySelectorAll('.side').length === 2 && page.querySelectorAll('.draw').length > 0,
            'the page of --emit=html', page.body.innerHTML);
        frame.contentWindow.eval("show('p', " + row + ')');
        need(page.querySelectorAll('.side .hl').length > 1, 'a line of that page lights up its C', page.getElementById('say').textContent);

        const before = getComputedStyle(document.body).backgroundColor;
        by('theme').click();
        need(getComputedStyle(document.body).backgroundColor !== before, 'light and dark', before);
        await paste(other);
        const clipboard = writeText => {
            Object.defineProperty(navigator, 'clipboard', {value: {writeText}, configurable: true});
            by('copy').click();
            return new Promise(go => setTimeout(go, 50));
        };
        let copied = '';
        await clipboard(async text => { copied = text; });
        need(copied === shown() && copied.includes('sum_of') && by('state').textContent === 'copied', 'the C is copied', by('state').textContent);
        await clipboard(async () => { throw new Error('not allowed'); });
        need(getSelection().toString().trim() === shown().trim() && by('state').textContent.includes('Ctrl-C'), 'what may not be copied is selected',
            getSelection().toString());
        by('link').click();
        need(location.hash.length > other.length && by('state').textContent.includes('address'), 'a link', by('state').textContent);
        await paste(vecadd);
        onhashchange();
        delete document.body.dataset.done;
        await until();
        need(ptx.value === other && shown().includes('sum_of') && by('sample').value === '', 'the text of a link', ptx.value);
        const address = location.href;
        ptx.value = '// '.padEnd(LINKED, 'x');
        by('link').click();
        need(location.href === address && by('state').textContent.includes('too long'), 'no link to a long text', by('state').textContent);
        by('sample').value = 'reduce';
        by('what').value = '';
        by('sample').onchange();
        delete document.body.dataset.done;
        await until();
        need(done(0) && ptx.value === ptx2c_samples.reduce && !by('c').hidden && shown().includes('from <stdin>: .version'), 'a sample', shown().split('\n')[0]);
        by('sample').value = 'scale';
        by('sample').onchange();
        by('running').click();
        await ready('listed');
        need(by('kernel').value === 'scale' && by('read').hidden && !by('run').hidden && by('params').rows.length === 3, 'the form of a kernel', by('run').textContent);
        need(by('command').textContent === './run scale --grid 4 --block 32 f32:100:count 2.5 100', 'the command for it', by('command').textContent);
        await launch();
        const table = document.querySelector('#buffers .elements'), plotted = document.querySelector('#buffers polyline');
        need(ran('0') && table.rows[0].textContent === '013.568.51113.51618.5' && plotted.points.numberOfItems === 100, 'a kernel runs', by('buffers').textContent);
        const [size, contents] = [...by('params').querySelectorAll('input')];
        size.value = '10x10';
        contents.value = '1,-1';
        contents.dispatchEvent(new Event('input', {bubbles: true}));
        await launch();
        const canvas = document.querySelector('#buffers canvas'), dots = canvas.getContext('2d').getImageData(0, 0, 2, 1).data;
        need(ran('0') && canvas.width === 10 && dots[0] === 255 && dots[4] === 0, 'a picture of what was entered', [...dots]);
        need(by('command').textContent.endsWith('f32:10x10:1,-1 2.5 100'), 'the command follows what is entered', by('command').textContent);
        by('steps').value = '50';
        await launch();
        need(ran('3') && by('ran').textContent.includes('does not end'), 'no more instructions than allowed', by('ran').textContent);
        by('steps').value = '1000000000';
        await paste(ptx.value.replace('ret;', 'bra DONE;'));
        await ready('listed');
        by('go').click();
        by('stop').click();
        need(ran('stopped') && by('ran').textContent === 'stopped' && by('stop').disabled, 'a run is stopped', by('ran').textContent);
        const odd = vecadd.replace('ld.global.u32', 'ld.global.frob.u32'), where = odd.slice(0, odd.indexOf('frob')).split('\n').length;
        await paste(odd);
        await ready('listed');
        await launch();
        need(ran('3') && document.querySelector('#lines b.error').textContent === String(where), 'what is not known is marked', by('lines').textContent);
        need(by('ran').textContent.includes('a part of PTX only'), 'what is not known runs elsewhere', by('ran').textContent);
        by('sample').value = 'hello';
        by('sample').onchange();
        delete document.body.dataset.done;
        await until();
        await ready('listed');
        await launch();
        need(ran('0') && document.querySelector('#buffers .printed').textContent.startsWith('block 0, thread  0 of 3: hello world, 0.00%\n'), 'what a kernel prints', by('run').textContent);
        const sections = [...document.querySelectorAll('#buffers section')].map(s => s.dataset.name + (s.closest('.same') ? ' same' : ''));
        need(sections.join() === 'hello_world_param_2,hello_world_param_0 same', 'what has changed comes first', sections.join());
        by('title').click();
        need(by('run').hidden && !by('read').hidden, 'back to the C', by('read').hidden);
        lines.push(...await same(ptx2c_run, compiled, cases));
    } catch (e) {
        lines.push('act.js: ' + e.stack);
    }
    need(!failures.length, 'no script error', failures.join('; '));
    const out = document.createElement('pre');
    out.id = 'result';
    out.textContent = '\n' + lines.concat('end').join('\n') + '\n';
    document.body.replaceChildren(out);
    release();
})();
