/** Says how to serve a site that is opened as a file, where browsers load no modules. A classic script, which they do load. */
if (location.protocol === 'file:') {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const folder = decodeURIComponent(new URL('../../../../', script.src).pathname);
  const command = document.createElement('code');
  command.textContent = `python3 -m http.server --directory "${folder}"`;
  const isChinese = navigator.language.startsWith('zh');
  const [before, after] = isChinese ? ['本页需要由网页服务器提供：请运行 ', '，再打开 http://localhost:8000 。'] : ['This page needs a web server: run ', ', then open http://localhost:8000.'];
  const sentence = document.createElement('p');
  sentence.className = 'plain-page';
  sentence.append(before, command, after);
  document.getElementById('main')?.replaceChildren(sentence);
}
