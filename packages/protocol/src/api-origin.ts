/** Registries under which a name is sold one label deeper: `api.co.in` belongs to a stranger, who must not get a session. */
const REGISTRY_LABELS: ReadonlySet<string> = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'firm',
  'gen',
  'gov',
  'ind',
  'mil',
  'net',
  'nic',
  'org',
  'res',
]);

export interface PageAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}

/**
 * Where the calls go (spec section 7): the page's protocol, `api.` and the parent domain of its host (the host itself where it
 * stands directly under a registry); the same origin on localhost and on an address, which have no parent.
 */
export function apiOrigin(page: PageAddress): string {
  const port = page.port === '' ? '' : `:${page.port}`;
  const labels = page.hostname.split('.');
  const isAddress = page.hostname.includes(':') || /^[\d.]+$/.test(page.hostname);
  if (isAddress || labels.length < 2 || labels.at(-1) === 'localhost')
    return `${page.protocol}//${page.hostname}${port}`;
  const isBare = labels.length <= registryLength(labels) + 1;
  const parent = isBare ? page.hostname : labels.slice(1).join('.');
  return `${page.protocol}//api.${parent}${port}`;
}

/** How many labels at the end belong to a registry: 1 in `tarazu.example`, 2 in `tarazu.co.in`. */
function registryLength(labels: readonly string[]): number {
  const isCountry = labels.at(-1)?.length === 2;
  return isCountry && REGISTRY_LABELS.has(labels.at(-2) ?? '') ? 2 : 1;
}
