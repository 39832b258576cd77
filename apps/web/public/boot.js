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
})();
