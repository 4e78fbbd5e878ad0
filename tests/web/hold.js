// At the head of a page: notes script errors; the page counts as loading until release() is called, however long that takes.
window.failures = [];
addEventListener('error', e => failures.push(e.message));
addEventListener('unhandledrejection', e => failures.push(String(e.reason)));
addEventListener('DOMContentLoaded', () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.hidden = true;
    frame.contentDocument.open();
    window.release = () => frame.contentDocument.close();
});
