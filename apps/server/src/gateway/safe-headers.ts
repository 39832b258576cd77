/** Headers that each answer carries; `page` ones besides on documents. */
export interface SafeHeaders {
  readonly everywhere: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
}

export interface SafeHeaderOptions {
  readonly https: boolean;
  /** Where the API is when it is not the page's own origin. */
  readonly apiOrigin: string | undefined;
}

/**
 * Styles may be inline, because the component library writes some; scripts never. `'self'` of `connect-src` covers the
 * stream of the same origin too.
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
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
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
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      'x-frame-options': 'DENY',
    },
  };
}
