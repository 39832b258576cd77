import { join } from 'node:path';
import { append } from '@tarazu/core/values';
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
  /** A bank that is asked by HTTP; null = the sandbox's. */
  readonly bankApi: { readonly url: string; readonly key: string; readonly webhookKey: string } | null;
  /** A bank with which files are exchanged; null = none. */
  readonly bankFiles: string | null;
  /** Addresses of real nodes by network. */
  readonly nodes: {
    readonly bitcoin?: string;
    readonly ethereum?: string;
    readonly tron?: never;
    readonly xrp?: never;
  };
  /** A signer elsewhere; null = one of our own. */
  readonly signer: { readonly url: string; readonly key: string } | null;
  /** Bucket of an S3-compatible store for pictures; null = folders of `dataDirectory`. */
  readonly bucket: {
    readonly url: string;
    readonly region: string;
    readonly accessKey: string;
    readonly secretKey: string;
  } | null;
  readonly webhookHost: string;
  /** 0 = any free port. */
  readonly webhookPort: number;
  readonly secretKeyFile: string;
  /** Whether the key may be made when its file is missing: only in the place we chose ourselves. */
  readonly secretKeyMayBeMade: boolean;
  /** Signs the heads of the journal. */
  readonly signingKeyFile: string;
  readonly signingKeyMayBeMade: boolean;
  readonly pushKeyFile: string;
  readonly pushOrigins: readonly string[];
  readonly logLevel: Values['LOG_LEVEL'];
  readonly publicUrl: string | null;
  /**
   * The address to which the app's calls go; null = as `gateway/origin/api-origin.ts` makes it of
   * `publicUrl`.
   */
  readonly apiUrl: string | null;
  /** Address of the outside chat’s script; null for the built-in chat alone. */
  readonly chatScript: string | null;
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
  if (values !== null) append(problems, contradictions(values));
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

const PORT_PAIRS = [
  ['METRICS_PORT', 'PORT'],
  ['WEBHOOK_PORT', 'PORT'],
  ['WEBHOOK_PORT', 'METRICS_PORT'],
] as const;

/** Settings that are right alone and wrong together. */
function contradictions(values: Values): string[] {
  const problems: string[] = [];
  if (values.SMS_WEBHOOK_URL !== null && values.SMS_WEBHOOK_KEY === null) {
    problems.push(
      'SMS_WEBHOOK_KEY must be set, because SMS_WEBHOOK_URL is: each request to it is signed, ' +
        `such as by SMS_WEBHOOK_KEY=${SETTINGS.SMS_WEBHOOK_KEY.example}.`,
    );
  }
  for (const name of ['BANK_API_KEY', 'BANK_WEBHOOK_KEY'] as const)
    if (values.BANK_API_URL !== null && values[name] === null)
      problems.push(
        `${name} must be set, because BANK_API_URL is, such as ${name}=${SETTINGS[name].example}.`,
      );
  for (const name of ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const)
    if (values.S3_URL !== null && values[name] === null)
      problems.push(`${name} must be set, because S3_URL is, such as ${name}=${SETTINGS[name].example}.`);
  const { CHAT_SCRIPT_URL: script, CHAT_SCRIPTS_ALLOWED: allowed } = values;
  if (script !== null && !allowed.some((folder) => script.startsWith(folder)))
    problems.push(
      `CHAT_SCRIPT_URL=${script} must lie in one of the folders of CHAT_SCRIPTS_ALLOWED, such as CHAT_SCRIPTS_ALLOWED=${new URL('.', script).href}.`,
    );
  if (values.SIGNER_URL !== null && values.SIGNER_KEY === null)
    problems.push(
      `SIGNER_KEY must be set, because SIGNER_URL is, such as SIGNER_KEY=${SETTINGS.SIGNER_KEY.example}.`,
    );
  if (values.BANK_API_URL !== null && values.BANK_FILES_DIR !== null)
    problems.push(
      `BANK_FILES_DIR=${values.BANK_FILES_DIR} must be left out, because BANK_API_URL is set: a bank has one way, such as BANK_API_URL=${SETTINGS.BANK_API_URL.example}.`,
    );
  if (values.DATABASE_OWNER_URL !== null && values.DATABASE_URL === null) {
    problems.push(
      `DATABASE_URL must be set, because DATABASE_OWNER_URL is, such as DATABASE_URL=${SETTINGS.DATABASE_URL.example}.`,
    );
  }
  for (const [name, other] of PORT_PAIRS)
    if (values[name] !== 0 && values[name] === values[other])
      problems.push(
        `${name}=${values[name]} must be another one than ${other}, such as ${name}=${Number(values[name]) + 1}.`,
      );
  if (values.PUBLIC_URL?.startsWith('https:') && values.API_URL?.startsWith('http:')) {
    problems.push(
      `API_URL=${values.API_URL} must begin with https:// as PUBLIC_URL does, such as ` +
        `API_URL=${values.API_URL.replace('http:', 'https:')}: browsers send nothing from a safe page to an unsafe address.`,
    );
  }
  if (values.MODE === 'licensed') append(problems, licensedProblems(values));
  return problems;
}

/** Licensed means real customers and real money: nothing that stands in for a real thing may be left. */
function licensedProblems(values: Values): string[] {
  const needed: (readonly [keyof Values, string])[] = [
    ['OPERATOR_NAME', 'customers must know whom they deal with'],
    ['DATABASE_URL', 'the database must be one that is replicated and backed up'],
    ['SMTP_URL', 'mails must reach people, not the sandbox outbox'],
    ['SMS_WEBHOOK_URL', 'messages must reach people, not the sandbox outbox'],
    ['BITCOIN_RPC_URL', 'coins must live on a real chain, not the sandbox'],
    ['ETHEREUM_RPC_URL', 'coins must live on a real chain, not the sandbox'],
    ['SIGNER_URL', 'keys of coins that have a value are in a signer of the operator'],
    ['SECRET_KEY_FILE', 'the key must be made and kept by the operator, apart from the data'],
    ['PUBLIC_URL', 'links in mails must lead to the app'],
  ];
  if (values.BANK_FILES_DIR === null)
    needed.push(['BANK_API_URL', 'money must come from a real bank, or by BANK_FILES_DIR from its files']);
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
    bankApi: bankOf(values),
    bankFiles: values.BANK_FILES_DIR,
    nodes: {
      ...(values.BITCOIN_RPC_URL !== null && { bitcoin: values.BITCOIN_RPC_URL }),
      ...(values.ETHEREUM_RPC_URL !== null && { ethereum: values.ETHEREUM_RPC_URL }),
    },
    signer:
      values.SIGNER_URL === null || values.SIGNER_KEY === null
        ? null
        : { url: values.SIGNER_URL, key: values.SIGNER_KEY },
    bucket: bucketOf(values),
    webhookHost: values.WEBHOOK_HOST,
    webhookPort: values.WEBHOOK_PORT,
    secretKeyFile: values.SECRET_KEY_FILE ?? join(values.DATA_DIR, 'secret.key'),
    secretKeyMayBeMade: values.SECRET_KEY_FILE === null,
    signingKeyFile: values.SIGNING_KEY_FILE ?? join(values.DATA_DIR, 'signing.key'),
    signingKeyMayBeMade: values.SIGNING_KEY_FILE === null,
    pushKeyFile: values.PUSH_KEY_FILE ?? join(values.DATA_DIR, 'push.key'),
    pushOrigins: Object.freeze(values.PUSH_ORIGINS),
    logLevel: values.LOG_LEVEL,
    publicUrl: values.PUBLIC_URL,
    apiUrl: values.API_URL,
    chatScript: values.CHAT_SCRIPT_URL,
    allowedOrigins: Object.freeze(values.ALLOWED_ORIGINS),
    trustedProxies: values.TRUST_PROXY,
  };
}

function bankOf({ BANK_API_URL: url, BANK_API_KEY: key, BANK_WEBHOOK_KEY: webhookKey }: Values) {
  return url === null || key === null || webhookKey === null ? null : { url, key, webhookKey };
}

function bucketOf(values: Values): Config['bucket'] {
  const { S3_URL: url, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values;
  return url === null || accessKey === null || secretKey === null
    ? null
    : { url, region, accessKey, secretKey };
}
