/** Names the build that runs: the file of the app's entry has a hash of its content in its name. */
export function buildName(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
}
