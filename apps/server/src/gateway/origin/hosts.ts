import { isIP } from 'node:net';
import { apiOriginOf } from '#gateway/origin/api-origin.ts';
import { isLoopback } from '#platform/network/address.ts';

/** The names under which an installation answers. */
export interface Hosts {
  /** @param host as the header has it; without one it is no browser that asks. */
  answersTo(host: string | undefined): boolean;
}

/**
 * Anyone who owns a name may let it point at this machine: a page that was loaded from it is then, to a
 * browser, of one origin with what it finds here (DNS rebinding). So a name must be one that the operator has
 * given; a browser names an address only when it was opened so.
 */
export function hostsOf(installation: {
  readonly publicUrl: string | null;
  readonly apiUrl: string | null;
  readonly allowedOrigins: readonly string[];
}): Hosts {
  const { publicUrl, apiUrl, allowedOrigins } = installation;
  const urls = [publicUrl, apiUrl, apiOriginOf(installation), ...allowedOrigins];
  const names = new Set(urls.flatMap((url) => (typeof url === 'string' ? [nameIn(new URL(url).host)] : [])));
  return {
    answersTo: (host) => {
      if (host === undefined) return true;
      const name = nameIn(host);
      if (names.has(name) || name === 'localhost' || isLoopback(name)) return true;
      return publicUrl === null && isIP(name) !== 0;
    },
  };
}

/** Without port, brackets and the point at the end. */
function nameIn(host: string): string {
  const name = /^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '');
  return name.replace(/\.$/, '').toLowerCase();
}
