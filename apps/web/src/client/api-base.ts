/**
 * The origin of the calls: the server says it in the page. Nothing said means where the page came from, as in
 * development.
 */
export function apiOrigin(): string {
  const said = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? '';
  return said === '' ? window.location.origin : said;
}

export function streamOrigin(): string {
  return apiOrigin().replace(/^http/, 'ws');
}
