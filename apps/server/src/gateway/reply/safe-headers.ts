/**
 * Headers that each answer carries; `page` ones besides on documents,
 * `data` ones on what is no document and never shall be one.
 */
export interface SafeHeaders {
  readonly everywhere: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
}

export interface SafeHeaderOptions {
  readonly https: boolean;
  /** The origin of the API when it is not the page's own. */
  readonly apiOrigin: string | undefined;
  /** Whether pages show the frame of the outside chat. */
  readonly hasChatFrame: boolean;
}

/** The one way by which the app makes an address of a script: `ui/service-worker.ts`. */
const SCRIPT_POLICIES = 'tarazu-worker tarazu-solver';

/**
 * Styles may be inline, because the component library writes some; scripts never. `'self'` of `connect-src`
 * covers the stream of the same origin too.
 */
export function safeHeaders(options: SafeHeaderOptions): SafeHeaders {
  const api =
    options.apiOrigin === undefined
      ? ''
      : ` ${options.apiOrigin} ${options.apiOrigin.replace(/^http/, 'ws')}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    ...(options.hasChatFrame ? ["frame-src 'self'"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${SCRIPT_POLICIES}`,
  ];
  return {
    everywhere: {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      ...(options.https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    },
    page: {
      'content-security-policy': policy.join('; '),
      'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
      'x-frame-options': 'DENY',
    },
    data: { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
  };
}
