/*
 * Runs before the first paint, as a file of its own so that the policy can be "script-src 'self'": without it a person
 * with a dark theme would see one white frame. src/ui/theme.ts writes what is read here.
 */
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be refused by the browser; the defaults are right then.
      return null;
    }
  };
  const chosen = read('tarazu.theme');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.updown = read('tarazu.palette') || 'standard';
  const language = read('tarazu.language');
  if (language) root.lang = language.startsWith('bn') ? 'bn' : language;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.content = isDark ? '#0b0e14' : '#ffffff';

  /*
   * The calls that the largest text of a page waits for are made here, beside the code that will ask for them and not
   * after it. src/client/early/ takes their answers; its test holds paths and headers against the app's own.
   */
  const stock = [['GET', '/stock/index/info', 'instrumentId']];
  const coin = [['POST', '/coin/infos', 'instrumentId']];
  const props = ['GET', '/common/props'];
  const assets = ['POST', '/user/assets'];
  const EARLY = {
    '/pages/tabbar/home': [assets, props],
    '/pages/stock/stockKline': stock,
    '/pages/stock/order': [...stock, props, assets],
    '/pages/coin/coinKline': coin,
    '/pages/coin/index': [...coin, props, assets],
  };
  const kept = (name) => {
    try {
      return JSON.parse(read(`tarazu.${name}`)).state.value;
    } catch {
      // Nothing kept, or nothing that can be read: the app will see for itself.
      return undefined;
    }
  };
  const token = kept('userToken')?.[kept('userAccountType') ?? 'real'];
  const calls = Object.hasOwn(EARLY, location.pathname) ? EARLY[location.pathname] : [];
  if (!token || calls.length === 0) return;
  const origin = document.querySelector('meta[name="api-origin"]')?.content || location.origin;
  const asked = new URLSearchParams(location.search);
  const headers = {
    'X-Requested-With': 'XMLHttpRequest',
    'Accept-Language': language || 'en-US',
    Accept: 'application/json',
    accesstoken: token,
  };
  window.earlyAnswers = new Map();
  for (const [method, path, name] of calls) {
    const value = name && asked.get(name);
    if (name && !value) continue;
    const fields = new URLSearchParams(name ? { [name]: value } : {});
    const query = method === 'GET' && name ? `?${fields}` : '';
    const answer = fetch(`${origin}/ipop-api${path}${query}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: fields } : {}),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(60_000),
    });
    // A failure is told to whoever takes the answer; nobody may.
    answer.catch(() => undefined);
    const key = [method, path, fields, token, headers['Accept-Language']].join(' ');
    window.earlyAnswers.set(key, { answer, atMs: performance.now() });
  }
})();
