import type { IncomingHttpHeaders } from 'node:http';

/** Which pages may call. Exact origins only: no patterns, no reflection of whatever is asked. */
export interface Origins {
  /** The request's origin when it is another one that may call: it needs CORS headers. */
  granted(headers: IncomingHttpHeaders): string | undefined;
  /** Whether a page of somebody else, which may read what is public, makes this call. */
  isForeign(headers: IncomingHttpHeaders): boolean;
}

export function createOrigins(allowed: readonly string[]): Origins {
  const list = new Set(allowed);
  const isOwn = (origin: string, host: string | undefined): boolean =>
    host !== undefined && origin.slice(origin.indexOf('//') + 2) === host;
  return {
    granted: (headers) => {
      const { origin } = headers;
      return origin !== undefined && list.has(origin) ? origin : undefined;
    },
    isForeign: (headers) => {
      const { origin } = headers;
      if (origin !== undefined) return !list.has(origin) && !isOwn(origin, headers.host);
      const site = headers['sec-fetch-site'];
      return site === 'cross-site' || site === 'same-site';
    },
  };
}

/**
 * The pages of an installation: where people open the app,
 * when it is given, and those that are listed besides.
 */
export function originsOf(installation: {
  readonly publicUrl: string | null;
  readonly allowedOrigins: readonly string[];
}): Origins {
  const { publicUrl, allowedOrigins } = installation;
  return createOrigins(publicUrl === null ? allowedOrigins : [new URL(publicUrl).origin, ...allowedOrigins]);
}

const CORS_METHODS = 'GET, POST';
const CORS_HEADERS = 'accesstoken, accept-language, x-requested-with, content-type';
const PREFLIGHT_AGE_SECONDS = '600';

/** The answer to a preflight; without `granted` nothing is allowed. */
export function preflightHeaders(granted: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { vary: 'Origin' };
  if (granted === undefined) return headers;
  headers['access-control-allow-origin'] = granted;
  headers['access-control-allow-methods'] = CORS_METHODS;
  headers['access-control-allow-headers'] = CORS_HEADERS;
  headers['access-control-max-age'] = PREFLIGHT_AGE_SECONDS;
  return headers;
}
