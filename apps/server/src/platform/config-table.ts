import * as z from 'zod/mini';

const text = z.string();

/** Each value arrives as text, or null when nobody set it and it has no default; messages complete "NAME …". */
export const environmentSchema = z.object({
  HOST: text,
  PORT: wholeNumber({ from: 0, to: 65_535 }),
  METRICS_HOST: text,
  METRICS_PORT: portOrOff(),
  DATA_DIR: text,
  DATABASE_URL: z.nullable(url(['postgres', 'postgresql'])),
  ROLE: oneOf(['all']),
  MODE: oneOf(['sandbox', 'licensed']),
  OPERATOR_NAME: z.nullable(text),
  MARKET: oneOf(['simulated', 'recorded']),
  MARKET_SEED: z.nullable(text),
  MARKET_HOURS: oneOf(['always', 'calendar']),
  RECORDED_FROM: z.nullable(day()),
  BEACON_URL: z.nullable(url(['https', 'http'])),
  SMTP_URL: z.nullable(url(['smtp', 'smtps'])),
  MAIL_FROM: text.check(z.regex(/[^\s@<]@[^\s@>]/, 'must hold an e-mail address')),
  SMS_WEBHOOK_URL: z.nullable(url(['https', 'http'])),
  SMS_WEBHOOK_KEY: z.nullable(text.check(z.minLength(32, 'must have at least 32 characters'))),
  SECRET_KEY_FILE: z.nullable(text),
  SIGNING_KEY_FILE: z.nullable(text),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  PUBLIC_URL: z.nullable(url(['https', 'http'])),
  API_URL: z.nullable(url(['https', 'http'])),
  ALLOWED_ORIGINS: listOfOrigins(),
  TRUST_PROXY: wholeNumber({ from: 0, to: 8 }),
});

export type Values = z.output<typeof environmentSchema>;

interface Setting {
  /** What it is when nobody sets it; null when it then stays unset. */
  readonly fallback: string | null;
  readonly meaning: string;
  /** The table's text where the fallback alone would not be understood. */
  readonly defaultText?: string;
  /** Its value may hold a key or a password and is never repeated in a message. */
  readonly secret?: true;
}

export const SETTINGS: Readonly<Record<keyof Values, Setting>> = {
  HOST: {
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. `0.0.0.0` opens the server to the network.',
  },
  PORT: { fallback: '8080', meaning: 'Port of the app and its calls. `0` takes any free one.' },
  METRICS_HOST: {
    fallback: '127.0.0.1',
    meaning: 'Address on which the metrics are served: this machine alone, whatever `HOST` is.',
  },
  METRICS_PORT: {
    fallback: '9464',
    meaning: 'Port of the Prometheus metrics. `0` takes any free one, `off` serves none.',
  },
  DATA_DIR: {
    fallback: './data',
    meaning: 'Folder for all that this installation keeps. One server at a time.',
  },
  DATABASE_URL: {
    fallback: null,
    defaultText: 'a PostgreSQL of its own in `DATA_DIR`',
    meaning: 'A PostgreSQL 18 of yours, as `postgres://user:password@host/database`.',
    secret: true,
  },
  ROLE: { fallback: 'all', meaning: 'What this process does: `all` is gateway, engine and market.' },
  MODE: {
    fallback: 'sandbox',
    meaning: '`sandbox` delivers codes to an outbox of its own; `licensed` starts only with real rails.',
  },
  OPERATOR_NAME: {
    fallback: null,
    meaning: 'Legal name of the operator, shown to customers. Needed in `licensed`.',
  },
  MARKET: { fallback: 'simulated', meaning: 'Where quotes come from: `simulated` or `recorded`.' },
  MARKET_SEED: {
    fallback: null,
    defaultText: 'a secret drawn at the first start',
    meaning: 'For tests only: a seed that makes the market the same again. Every screen says so.',
  },
  MARKET_HOURS: {
    fallback: 'always',
    meaning: '`always` trades around the clock, `calendar` in the hours of the exchange.',
  },
  RECORDED_FROM: {
    fallback: null,
    defaultText: 'the first day of all packs',
    meaning: 'Recorded day with which `MARKET=recorded` begins, as `2015-03-02`.',
  },
  BEACON_URL: {
    fallback: null,
    meaning:
      'Relay of the public randomness beacon drand, as `https://api.drand.sh`: its rounds join the secrets by which auctions end.',
  },
  SMTP_URL: {
    fallback: null,
    defaultText: 'the sandbox outbox',
    meaning: 'Mail server, as `smtps://user:password@host`.',
    secret: true,
  },
  MAIL_FROM: { fallback: 'Tarazu <no-reply@localhost>', meaning: 'Sender of mails.' },
  SMS_WEBHOOK_URL: {
    fallback: null,
    defaultText: 'the sandbox outbox',
    meaning: 'Receives each SMS as a signed POST request.',
    secret: true,
  },
  SMS_WEBHOOK_KEY: { fallback: null, meaning: 'Key of the signature on those requests.', secret: true },
  SECRET_KEY_FILE: {
    fallback: null,
    defaultText: '`DATA_DIR/secret.key`, made at the first start',
    meaning: 'File with the key for passwords and codes. Never lose it; keep it apart from the database.',
  },
  SIGNING_KEY_FILE: {
    fallback: null,
    defaultText: '`DATA_DIR/signing.key`, made at the first start',
    meaning: 'File with the key that signs heads of the journal. All servers of one database need the same.',
  },
  LOG_LEVEL: { fallback: 'info', meaning: 'The least weighty lines to log: `trace` to `fatal`.' },
  PUBLIC_URL: {
    fallback: null,
    defaultText: '`http://HOST:PORT`',
    meaning: 'Address under which people open the app.',
  },
  API_URL: {
    fallback: null,
    defaultText:
      '`api.` and the parent domain of `PUBLIC_URL`; where that is a public suffix, the same as `PUBLIC_URL`',
    meaning: 'Address to which the app sends its calls.',
  },
  ALLOWED_ORIGINS: { fallback: '', meaning: 'Other origins whose pages may call, separated by commas.' },
  TRUST_PROXY: {
    fallback: '0',
    meaning: 'Number of proxies in front, whose `X-Forwarded-For` names the caller.',
  },
};

/** One line of the README's table. */
export interface ConfigTableRow {
  readonly name: string;
  readonly defaultText: string;
  readonly meaning: string;
}

export const CONFIG_TABLE: readonly ConfigTableRow[] = Object.entries(SETTINGS).map(([name, setting]) => ({
  name,
  defaultText: setting.defaultText ?? (setting.fallback ? `\`${setting.fallback}\`` : 'none'),
  meaning: setting.meaning,
}));

/** The table in Markdown. */
export function formatConfigTable(): string {
  const rows = CONFIG_TABLE.map((row) => `| \`${row.name}\` | ${row.defaultText} | ${row.meaning} |`);
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** A calendar day. */
function day() {
  return z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2015-03-02'));
}

function wholeNumber(range: { readonly from: number; readonly to: number }) {
  const isInRange = (value: string): boolean =>
    /^\d{1,9}$/.test(value) && Number(value) >= range.from && Number(value) <= range.to;
  return z.pipe(
    z.string().check(z.refine(isInRange, `must be a whole number from ${range.from} to ${range.to}`)),
    z.transform(Number),
  );
}

/** A port, or null for `off`. */
function portOrOff() {
  const isPortOrOff = (value: string): boolean =>
    value === 'off' || (/^\d{1,5}$/.test(value) && Number(value) <= 65_535);
  return z.pipe(
    z.string().check(z.refine(isPortOrOff, 'must be a whole number from 0 to 65535, or "off"')),
    z.transform((value: string) => (value === 'off' ? null : Number(value))),
  );
}

function oneOf<const Name extends string>(names: readonly [Name, ...Name[]]) {
  return z.enum(names, `must be ${names.length === 1 ? names[0] : `one of ${names.join(', ')}`}`);
}

function url(schemes: readonly string[]) {
  const isUrl = (value: string): boolean =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1));
  return z
    .string()
    .check(z.refine(isUrl, `must be an address that begins with ${schemes.join(':// or ')}://`));
}

function listOfOrigins() {
  const split = (value: string): string[] =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const isOrigin = (item: string): boolean => URL.canParse(item) && new URL(item).origin === item;
  return z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => split(value).every(isOrigin),
          'must be origins such as https://app.example, by commas',
        ),
      ),
    z.transform(split),
  );
}
