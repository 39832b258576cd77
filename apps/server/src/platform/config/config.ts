import { join } from 'node:path';
import { environmentSchema, SETTINGS, type Values } from './config-table.ts';
import { redactedUrl } from './redacted.ts';
import { StartupError } from './startup-error.ts';

export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly metricsHost: string;
  /** 0 = any free port; null = no metrics server. */
  readonly metricsPort: number | null;
  readonly dataDirectory: string;
  /** Null = PostgreSQL of our own in `dataDirectory`. */
  readonly databaseUrl: string | null;
  /** The same database as its owner; null = the role of `databaseUrl` is the owner. */
  readonly databaseOwnerUrl: string | null;
  readonly role: Values['ROLE'];
  readonly mode: Values['MODE'];
  readonly operatorName: string | null;
  readonly market: Values['MARKET'];
  readonly marketSeed: string | null;
  readonly marketHours: Values['MARKET_HOURS'];
  readonly recordedFrom: string | null;
  /** Null = no beacon: nothing is asked of the network. */
  readonly beaconUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly smsWebhook: { readonly url: string; readonly key: string } | null;
  readonly secretKeyFile: string;
  /** Whether the key may be made when its file is missing: only in the place we chose ourselves. */
  readonly secretKeyMayBeMade: boolean;
  /** Signs the heads of the journal. */
  readonly signingKeyFile: string;
  readonly signingKeyMayBeMade: boolean;
  readonly logLevel: Values['LOG_LEVEL'];
  readonly publicUrl: string | null;
  /**
   * The address to which the app's calls go; null = as `gateway/origin/api-origin.ts` makes it of
   * `publicUrl`.
   */
  readonly apiUrl: string | null;
  readonly allowedOrigins: readonly string[];
  /** How many proxies stand in front; 0 = the socket's address is the caller's. */
  readonly trustedProxies: number;
}

/**
 * Reads the environment once.
 * @throws StartupError with one sentence for each value that is wrong or missing.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values = readValues(environment, problems);
  if (values !== null) problems.push(...contradictions(values));
  if (values === null || problems.length > 0) throw new StartupError(problems.join('\n'));
  return Object.freeze(toConfig(values));
}

function readValues(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Values | null {
  const input = new Map<string, string | null>();
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const given = environment[name]?.trim();
    input.set(name, given === undefined || given === '' ? setting.fallback : given);
  }
  const parsed = environmentSchema.safeParse(Object.fromEntries(input));
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0]);
    const setting = Object.entries(SETTINGS).find(([key]) => key === name)?.[1];
    const was = shownValue(String(input.get(name)), setting?.secret === true);
    problems.push(`${name} ${issue.message}, such as ${name}=${setting?.example}; ${was}.`);
  }
  return null;
}

function shownValue(value: string, isSecret: boolean): string {
  if (!isSecret) return `it was "${value}"`;
  const redacted = redactedUrl(value);
  return redacted === undefined
    ? 'its value may hold a key and is not repeated'
    : `it was "${redacted}", with what may be a key left out`;
}

/** Settings that are right alone and wrong together. */
function contradictions(values: Values): string[] {
  const problems: string[] = [];
  if (values.SMS_WEBHOOK_URL !== null && values.SMS_WEBHOOK_KEY === null) {
    problems.push(
      'SMS_WEBHOOK_KEY must be set, because SMS_WEBHOOK_URL is: each request to it is signed, ' +
        `such as by SMS_WEBHOOK_KEY=${SETTINGS.SMS_WEBHOOK_KEY.example}.`,
    );
  }
  if (values.DATABASE_OWNER_URL !== null && values.DATABASE_URL === null) {
    problems.push(
      `DATABASE_URL must be set, because DATABASE_OWNER_URL is, such as DATABASE_URL=${SETTINGS.DATABASE_URL.example}.`,
    );
  }
  if (values.PORT !== 0 && values.PORT === values.METRICS_PORT) {
    problems.push(
      `METRICS_PORT=${values.METRICS_PORT} must be another one than PORT, such as METRICS_PORT=${values.PORT + 1}.`,
    );
  }
  if (values.PUBLIC_URL?.startsWith('https:') && values.API_URL?.startsWith('http:')) {
    problems.push(
      `API_URL=${values.API_URL} must begin with https:// as PUBLIC_URL does, such as ` +
        `API_URL=${values.API_URL.replace('http:', 'https:')}: browsers send nothing from a safe page to an unsafe address.`,
    );
  }
  if (values.MODE === 'licensed') problems.push(...licensedProblems(values));
  return problems;
}

/** Licensed means real customers and real money: nothing that stands in for a real thing may be left. */
function licensedProblems(values: Values): string[] {
  const needed: readonly (readonly [keyof Values, string])[] = [
    ['OPERATOR_NAME', 'customers must know whom they deal with'],
    ['DATABASE_URL', 'the database must be one that is replicated and backed up'],
    ['SMTP_URL', 'mails must reach people, not the sandbox outbox'],
    ['SMS_WEBHOOK_URL', 'messages must reach people, not the sandbox outbox'],
    ['SECRET_KEY_FILE', 'the key must be made and kept by the operator, apart from the data'],
    ['PUBLIC_URL', 'links in mails must lead to the app'],
  ];
  const missing = needed
    .filter(([name]) => values[name] === null)
    .map(
      ([name, reason]) =>
        `${name} must be set in MODE=licensed: ${reason}. Such as ${name}=${SETTINGS[name].example}.`,
    );
  return [
    ...missing,
    `MARKET=${values.MARKET} can't quote real accounts in MODE=licensed: they need a live market, which this version does not have.`,
  ];
}

function toConfig(values: Values): Config {
  return {
    host: values.HOST,
    port: values.PORT,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    role: values.ROLE,
    mode: values.MODE,
    operatorName: values.OPERATOR_NAME,
    market: values.MARKET,
    marketSeed: values.MARKET_SEED,
    marketHours: values.MARKET_HOURS,
    recordedFrom: values.RECORDED_FROM,
    beaconUrl: values.BEACON_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    smsWebhook:
      values.SMS_WEBHOOK_URL === null || values.SMS_WEBHOOK_KEY === null
        ? null
        : { url: values.SMS_WEBHOOK_URL, key: values.SMS_WEBHOOK_KEY },
    secretKeyFile: values.SECRET_KEY_FILE ?? join(values.DATA_DIR, 'secret.key'),
    secretKeyMayBeMade: values.SECRET_KEY_FILE === null,
    signingKeyFile: values.SIGNING_KEY_FILE ?? join(values.DATA_DIR, 'signing.key'),
    signingKeyMayBeMade: values.SIGNING_KEY_FILE === null,
    logLevel: values.LOG_LEVEL,
    publicUrl: values.PUBLIC_URL,
    apiUrl: values.API_URL,
    allowedOrigins: Object.freeze(values.ALLOWED_ORIGINS),
    trustedProxies: values.TRUST_PROXY,
  };
}
