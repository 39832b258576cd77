/**
 * Push services of the browsers: an address of another host is none, so that nobody can have this server call
 * an address of their choice. Each name stands for the hosts below it too.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

/** Whether a browser's subscription leads to a push service: a known one, or an origin of the operator's. */
export function isPushAddress(endpoint: string, ownOrigins: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (ownOrigins.includes(url.origin)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return SERVICES.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
