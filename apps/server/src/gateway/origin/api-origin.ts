import { isIP } from 'node:net';
import { getDomain } from 'tldts';

/** The addresses that an installation is given. */
export interface Addresses {
  /** The address at which people open the app. */
  readonly publicUrl: string | null;
  /** The address to which its calls go, when that is said. */
  readonly apiUrl: string | null;
}

/**
 * Origin of the app's calls: `apiUrl`, else the page's protocol, `api.` and the parent domain of its host.
 * Undefined for the page's own, as under a parent that belongs to everybody (`duckdns.org`, `co.in`).
 */
export function apiOriginOf({ publicUrl, apiUrl }: Addresses): string | undefined {
  if (apiUrl !== null) return other(new URL(apiUrl).origin, publicUrl);
  if (publicUrl === null) return undefined;
  const page = new URL(publicUrl);
  const parent = page.hostname.replace(/\.$/, '').split('.').slice(1).join('.');
  if (isIP(page.hostname) !== 0 || !isOneOwners(parent)) return undefined;
  const port = page.port === '' ? '' : `:${page.port}`;
  return other(`${page.protocol}//api.${parent}${port}`, publicUrl);
}

/** Whether a domain has one owner by the public-suffix list, the private part of the list included. */
function isOneOwners(domain: string): boolean {
  return domain !== '' && getDomain(domain, { allowPrivateDomains: true }) !== null && !isLocal(domain);
}

/** Names of this machine; the list does not know them. */
function isLocal(domain: string): boolean {
  return domain === 'localhost' || domain.endsWith('.localhost');
}

function other(origin: string, publicUrl: string | null): string | undefined {
  return publicUrl !== null && new URL(publicUrl).origin === origin ? undefined : origin;
}
