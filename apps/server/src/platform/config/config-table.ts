import * as z from 'zod/mini';
import {
  baseUrl,
  day,
  host,
  listOfFolders,
  listOfOrigins,
  oneOf,
  origin,
  path,
  portOrOff,
  script,
  secretKey,
  sender,
  url,
  wholeNumber,
  words,
} from './config-parsers.ts';

/**
 * Each value arrives as text, or null when nobody set it and it has no default; messages complete "NAME …".
 */
export const environmentSchema = z.object({
  HOST: host(),
  PORT: wholeNumber({ from: 0, to: 65_535 }),
  METRICS_HOST: host(),
  METRICS_PORT: portOrOff(),
  DATA_DIR: path(),
  DATABASE_URL: z.nullable(url(['postgres', 'postgresql'])),
  DATABASE_OWNER_URL: z.nullable(url(['postgres', 'postgresql'])),
  ROLE: oneOf(['all']),
  MODE: oneOf(['sandbox', 'licensed']),
  OPERATOR_NAME: z.nullable(words()),
  MARKET: oneOf(['simulated', 'recorded']),
  MARKET_SEED: z.nullable(words()),
  MARKET_HOURS: oneOf(['always', 'calendar']),
  RECORDED_FROM: z.nullable(day()),
  BEACON_URL: z.nullable(url(['https', 'http'])),
  SMTP_URL: z.nullable(url(['smtp', 'smtps'])),
  MAIL_FROM: sender(),
  SMS_WEBHOOK_URL: z.nullable(url(['https', 'http'])),
  SMS_WEBHOOK_KEY: z.nullable(secretKey()),
  BANK_API_URL: z.nullable(url(['https', 'http'])),
  BANK_API_KEY: z.nullable(secretKey()),
  BANK_WEBHOOK_KEY: z.nullable(secretKey()),
  BANK_FILES_DIR: z.nullable(path()),
  BITCOIN_RPC_URL: z.nullable(url(['https', 'http'])),
  ETHEREUM_RPC_URL: z.nullable(url(['https', 'http'])),
  SIGNER_URL: z.nullable(url(['https', 'http'])),
  SIGNER_KEY: z.nullable(secretKey()),
  CHAT_SCRIPT_URL: z.nullable(script()),
  CHAT_SCRIPTS_ALLOWED: listOfFolders(),
  WEBHOOK_HOST: host(),
  WEBHOOK_PORT: wholeNumber({ from: 0, to: 65_535 }),
  S3_URL: z.nullable(baseUrl()),
  S3_REGION: words(),
  S3_ACCESS_KEY: z.nullable(words()),
  S3_SECRET_KEY: z.nullable(words()),
  SECRET_KEY_FILE: z.nullable(path()),
  SIGNING_KEY_FILE: z.nullable(path()),
  PUSH_KEY_FILE: z.nullable(path()),
  PUSH_ORIGINS: listOfOrigins(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  PUBLIC_URL: z.nullable(origin()),
  API_URL: z.nullable(origin()),
  ALLOWED_ORIGINS: listOfOrigins(),
  TRUST_PROXY: wholeNumber({ from: 0, to: 8 }),
});

export type Values = z.output<typeof environmentSchema>;

interface Setting {
  /** The value when nobody sets it; null when it then stays unset. */
  readonly fallback: string | null;
  readonly meaning: string;
  /** A value that is right, for whoever set a wrong one. */
  readonly example: string;
  /** The table's text where the fallback alone would not be understood. */
  readonly defaultText?: string;
  /** The value may hold a key or a password and is never repeated in a message. */
  readonly secret?: true;
}

export const SETTINGS: Readonly<Record<keyof Values, Setting>> = {
  HOST: {
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. `0.0.0.0` opens the server to the network.',
    example: '127.0.0.1',
  },
  PORT: {
    fallback: '8080',
    meaning: 'Port of the app and its calls. `0` takes any free one.',
    example: '8080',
  },
  METRICS_HOST: {
    fallback: '127.0.0.1',
    meaning: 'Address on which the metrics are served: this machine alone, whatever `HOST` is.',
    example: '127.0.0.1',
  },
  METRICS_PORT: {
    fallback: '9464',
    meaning: 'Port of the Prometheus metrics. `0` takes any free one, `off` serves none.',
    example: '9464',
  },
  DATA_DIR: {
    fallback: './data',
    meaning: 'Folder for all that this installation keeps. One server at a time.',
    example: '/var/lib/tarazu',
  },
  DATABASE_URL: {
    fallback: null,
    defaultText: 'a PostgreSQL of its own in `DATA_DIR`',
    meaning: 'A PostgreSQL 18 of yours, as `postgres://user:password@host/database`.',
    secret: true,
    example: 'postgres://tarazu:password@db.example:5432/tarazu',
  },
  DATABASE_OWNER_URL: {
    fallback: null,
    defaultText: '`DATABASE_URL`',
    meaning:
      'The same database as its owner, who changes tables at the start; the role of `DATABASE_URL` then needs no such right.',
    example: 'postgres://tarazu_owner:password@db.example:5432/tarazu',
    secret: true,
  },
  ROLE: {
    fallback: 'all',
    meaning: 'What this process does: `all` is gateway, engine and market.',
    example: 'all',
  },
  MODE: {
    fallback: 'sandbox',
    meaning: '`sandbox` delivers codes to an outbox of its own; `licensed` starts only with real rails.',
    example: 'sandbox',
  },
  OPERATOR_NAME: {
    fallback: null,
    meaning: 'Legal name of the operator, shown to customers. Needed in `licensed`.',
    example: 'Example Broking Ltd',
  },
  MARKET: {
    fallback: 'simulated',
    meaning: 'Where quotes come from: `simulated` or `recorded`.',
    example: 'simulated',
  },
  MARKET_SEED: {
    fallback: null,
    defaultText: 'a secret drawn at the first start',
    meaning: 'For tests only: a seed that makes the market the same again. Every screen says so.',
    example: 'rainy-monday',
  },
  MARKET_HOURS: {
    fallback: 'always',
    meaning: '`always` trades around the clock, `calendar` in the hours of the exchange.',
    example: 'calendar',
  },
  RECORDED_FROM: {
    fallback: null,
    defaultText: 'the first day of all packs',
    meaning: 'Recorded day with which `MARKET=recorded` begins, as `2015-03-02`.',
    example: '2015-03-02',
  },
  BEACON_URL: {
    fallback: null,
    meaning:
      'Relay of the public randomness beacon drand, as `https://api.drand.sh`: its rounds join the secrets by which auctions end.',
    example: 'https://beacon.example',
  },
  SMTP_URL: {
    fallback: null,
    defaultText: 'the sandbox outbox',
    meaning: 'Mail server, as `smtps://user:password@host`.',
    secret: true,
    example: 'smtps://user:password@mail.example:465',
  },
  MAIL_FROM: {
    fallback: 'Tarazu <no-reply@localhost>',
    meaning: 'Sender of mails.',
    example: 'Tarazu <no-reply@tarazu.example>',
  },
  SMS_WEBHOOK_URL: {
    fallback: null,
    defaultText: 'the sandbox outbox',
    meaning: 'Receives each SMS as a signed POST request.',
    secret: true,
    example: 'https://sms.example/send',
  },
  SMS_WEBHOOK_KEY: {
    fallback: null,
    meaning: 'Key of the signature on those requests.',
    secret: true,
    example: '$(openssl rand -base64 32)',
  },
  BANK_API_URL: {
    fallback: null,
    defaultText: 'the sandbox bank',
    meaning: 'Beginning of the addresses of your bank, or of its provider of UPI and IMPS.',
    secret: true,
    example: 'https://bank.example/api',
  },
  BANK_API_KEY: {
    fallback: null,
    meaning: 'Key sent with each request to that bank.',
    secret: true,
    example: '$(openssl rand -base64 32)',
  },
  BANK_WEBHOOK_KEY: {
    fallback: null,
    meaning: 'Key by which that bank signs its webhooks.',
    secret: true,
    example: '$(openssl rand -base64 32)',
  },
  BANK_FILES_DIR: {
    fallback: null,
    meaning:
      'Folder of files exchanged with your bank, in place of its API: statements (camt.053), payments (pain.001).',
    example: '/var/lib/tarazu-bank',
  },
  BITCOIN_RPC_URL: {
    fallback: null,
    defaultText: 'the sandbox chain',
    meaning: 'Node of Bitcoin Core with `txindex=1`, as `http://user:password@host:8332`.',
    secret: true,
    example: 'http://rpc:password@node.example:8332',
  },
  ETHEREUM_RPC_URL: {
    fallback: null,
    defaultText: 'the sandbox chain',
    meaning: 'JSON-RPC of a node of Ethereum.',
    secret: true,
    example: 'https://node.example/key',
  },
  SIGNER_URL: {
    fallback: null,
    defaultText: 'a process of its own',
    meaning: 'Your signer, which alone has the keys of coins: `npm run signer` (`docs/running.md`).',
    secret: true,
    example: 'http://127.0.0.1:8091',
  },
  SIGNER_KEY: {
    fallback: null,
    meaning: 'Key sent with each request to that signer.',
    secret: true,
    example: '$(openssl rand -base64 32)',
  },
  CHAT_SCRIPT_URL: {
    fallback: null,
    defaultText: 'the built-in chat',
    meaning: 'Script of an outside chat, shown in a frame that reaches nothing of the app.',
    example: 'https://plugin-code.salesmartly.com/js/project_1_2_3.js',
  },
  CHAT_SCRIPTS_ALLOWED: {
    fallback: '',
    defaultText: 'none',
    meaning: 'Folders in which that script may lie, as addresses separated by commas.',
    example: 'https://plugin-code.salesmartly.com/js/',
  },
  WEBHOOK_HOST: {
    fallback: '127.0.0.1',
    meaning: 'Address on which webhooks of the bank are taken, apart from customers.',
    example: '127.0.0.1',
  },
  WEBHOOK_PORT: {
    fallback: '0',
    meaning: 'Port of those webhooks. `0` takes any free one.',
    example: '8090',
  },
  S3_URL: {
    fallback: null,
    defaultText: 'folders of `DATA_DIR`',
    meaning: 'Bucket of an S3-compatible store for encrypted photos and pictures, by its own address.',
    example: 'https://s3.example/tarazu-pictures',
  },
  S3_REGION: {
    fallback: 'us-east-1',
    meaning: 'Region of that bucket, as its requests are signed.',
    example: 'ap-south-1',
  },
  S3_ACCESS_KEY: {
    fallback: null,
    meaning: 'Id of the key that may list, read, write and delete in that bucket.',
    example: 'AKIAEXAMPLE',
  },
  S3_SECRET_KEY: {
    fallback: null,
    meaning: 'Secret of that key.',
    secret: true,
    example: 'the-secret-of-that-key',
  },
  SECRET_KEY_FILE: {
    fallback: null,
    defaultText: '`DATA_DIR/secret.key`, made at the first start',
    meaning: 'File with the key for passwords and codes. Never lose it; keep it apart from the database.',
    example: '/etc/tarazu/secret.key',
  },
  SIGNING_KEY_FILE: {
    fallback: null,
    defaultText: '`DATA_DIR/signing.key`, made at the first start',
    meaning: 'File with the key that signs heads of the journal. All servers of one database need the same.',
    example: '/etc/tarazu/signing.key',
  },
  PUSH_KEY_FILE: {
    fallback: null,
    defaultText: '`DATA_DIR/push.key`, made at the first start',
    meaning:
      'File with the key by which push services know this server. All servers of one database need the same.',
    example: '/etc/tarazu/push.key',
  },
  PUSH_ORIGINS: {
    fallback: '',
    defaultText: 'none',
    meaning:
      'Push services beside those of Chrome, Edge, Firefox and Safari, as origins separated by commas.',
    example: 'https://push.example',
  },
  LOG_LEVEL: {
    fallback: 'info',
    meaning: 'The least weighty lines to log: `trace` to `fatal`.',
    example: 'info',
  },
  PUBLIC_URL: {
    fallback: null,
    defaultText: '`http://HOST:PORT`, with `localhost` for this machine',
    meaning: 'Address under which people open the app.',
    example: 'https://app.tarazu.example',
  },
  API_URL: {
    fallback: null,
    defaultText:
      '`api.` and the parent domain of `PUBLIC_URL`; where that is a public suffix, the same as `PUBLIC_URL`',
    meaning: 'Address to which the app sends its calls.',
    example: 'https://api.tarazu.example',
  },
  ALLOWED_ORIGINS: {
    fallback: '',
    meaning: 'Other origins whose pages may call, separated by commas.',
    example: 'https://app.tarazu.example,https://desk.example',
  },
  TRUST_PROXY: {
    fallback: '0',
    meaning: 'Number of proxies in front, whose `X-Forwarded-For` names the caller.',
    example: '1',
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
