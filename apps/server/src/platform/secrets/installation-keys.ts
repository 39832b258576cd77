import type { Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { isSame, openSecrets, type Secrets } from './secrets.ts';
import { openSigningKey, type SigningKey } from './signing-key.ts';

/** The two keys of an installation: each the one that its database was begun with. */
export interface InstallationKeys {
  readonly secrets: Secrets;
  readonly signingKey: SigningKey;
  /**
   * Compares them with the database again: a standby has read its keys long before it takes over.
   * @throws StartupError when they were replaced meanwhile.
   */
  check(): Promise<void>;
}

export type KeyName = 'secret' | 'signing';
export type KeyConfig = Pick<
  Config,
  'secretKeyFile' | 'secretKeyMayBeMade' | 'signingKeyFile' | 'signingKeyMayBeMade'
>;

interface BoundRow {
  readonly name: KeyName;
  readonly fingerprint: Buffer | null;
}

const readBound = statement<BoundRow>(
  'installation-keys',
  'select name, fingerprint from installation_key where name = any($1)',
);
/**
 * A key that was bound before stays: of two servers that start at once, the second one is compared with the
 * first.
 */
const bind = statement<never>(
  'installation-key-bind',
  `insert into installation_key (name, fingerprint) values ($1, $2)
   on conflict (name) do update set fingerprint = excluded.fingerprint, bound_at = now()
     where installation_key.fingerprint is null`,
);
const rebind = statement<never>(
  'installation-key-rebind',
  `insert into installation_key (name, fingerprint) values ($1, $2)
   on conflict (name) do update set fingerprint = excluded.fingerprint, bound_at = now()`,
);

/**
 * Reads both keys, or makes them for a new database, and binds them to it.
 * @throws StartupError when one is not the database's own.
 */
export async function openInstallationKeys(on: Queryable, config: KeyConfig): Promise<InstallationKeys> {
  const bound = await boundNames(on);
  const secrets = openSecrets({
    keyFile: config.secretKeyFile,
    mayBeMade: config.secretKeyMayBeMade && !bound.has('secret'),
    whyNot: bound.has('secret') ? missing('secret', config.secretKeyFile) : undefined,
  });
  const signingKey = openSigningKey({
    file: config.signingKeyFile,
    mayBeMade: config.signingKeyMayBeMade && !bound.has('signing'),
    whyNot: bound.has('signing') ? missing('signing', config.signingKeyFile) : undefined,
  });
  const prints: Readonly<Record<KeyName, Uint8Array>> = {
    secret: fingerprintOf(secrets),
    signing: signingKey.publicKey,
  };
  await bind(on, ['secret', prints.secret]);
  await bind(on, ['signing', prints.signing]);
  const check = async (): Promise<void> => {
    const rows = await readBound(on, [['secret', 'signing']]);
    const problems = rows
      .filter(({ name, fingerprint }) => fingerprint === null || !isSame(fingerprint, prints[name]))
      .map(({ name, fingerprint }) => replaced(name, { config, is: prints[name], was: fingerprint }));
    if (problems.length > 0) throw new StartupError(problems.join('\n'));
  };
  await check();
  return { secrets, signingKey, check };
}

/**
 * Looks at the key files that the operator names, before anything is started for them.
 * @throws StartupError when one is missing or damaged, or others may read it.
 */
export function checkKeyFiles(config: KeyConfig): void {
  const { secretKeyFile: keyFile, signingKeyFile: file } = config;
  if (!config.secretKeyMayBeMade)
    openSecrets({ keyFile, mayBeMade: false, whyNot: absent('secret', keyFile) });
  if (!config.signingKeyMayBeMade)
    openSigningKey({ file, mayBeMade: false, whyNot: absent('signing', file) });
}

/** The fingerprint of the secret key: nothing of the key can be told from it. */
export function fingerprintOf(secrets: Secrets): Uint8Array {
  return secrets.hmac('fingerprint', 'tarazu');
}

/** From now on the database belongs to another key: `npm run rotate-key` alone does this. */
export async function rebindKey(on: Queryable, name: KeyName, fingerprint: Uint8Array): Promise<void> {
  await rebind(on, [name, fingerprint]);
}

/** The fingerprint of a key of the database; undefined while it has none. */
export async function boundFingerprint(on: Queryable, name: KeyName): Promise<Uint8Array | undefined> {
  const [row] = await readBound(on, [[name]]);
  return row?.fingerprint ?? undefined;
}

async function boundNames(on: Queryable): Promise<Set<KeyName>> {
  return new Set((await readBound(on, [['secret', 'signing']])).map(({ name }) => name));
}

interface KeyUse {
  readonly variable: string;
  readonly without: string;
  /** Arguments of `npm run rotate-key` when the key of before can't say itself which follows. */
  readonly replacing: string;
}

const USE: Readonly<Record<KeyName, KeyUse>> = {
  secret: {
    variable: 'SECRET_KEY_FILE',
    replacing: 'secret --yes',
    without: 'no password fits and the log of the journal can not go on',
  },
  signing: {
    variable: 'SIGNING_KEY_FILE',
    without: 'every app says that the key was replaced',
    replacing: 'signing --lost',
  },
};

const MAKING: Readonly<Record<KeyName, (file: string) => string>> = {
  secret: (file) => `openssl rand -base64 32 > ${file}`,
  signing: (file) => `openssl genpkey -algorithm ed25519 -out ${file}`,
};

/** Before the database is asked whether it was begun with one. */
function absent(name: KeyName, file: string): string {
  return (
    `${USE[name].variable}=${file} does not exist. A database that is in use needs the key that it was begun with: ` +
    `bring it back from a backup. For a new one make it once, with "${MAKING[name](file)} && chmod 600 ${file}", ` +
    'and keep a copy apart from the data.'
  );
}

const advice = (name: KeyName): string =>
  `Bring it back from a backup, or set DATA_DIR or ${USE[name].variable} to where it is, such as ` +
  `${USE[name].variable}=/var/lib/tarazu/${name}.key. ` +
  `If it is gone for good, replace it: "npm run rotate-key -- ${USE[name].replacing}".`;

function missing(name: KeyName, file: string): string {
  return (
    `The ${name} key ${file} is missing, and this database was begun with one: without it ${USE[name].without}. ` +
    advice(name)
  );
}

function replaced(
  name: KeyName,
  key: { readonly config: KeyConfig; readonly is: Uint8Array; readonly was: Uint8Array | null },
): string {
  const file = name === 'secret' ? key.config.secretKeyFile : key.config.signingKeyFile;
  return (
    `The ${name} key ${file} is not the one of this database: its fingerprint is ${short(key.is)}, ` +
    `and the database was begun with ${key.was ? short(key.was) : 'another'}. With it ${USE[name].without}. ${advice(name)}`
  );
}

function short(fingerprint: Uint8Array): string {
  return Buffer.from(fingerprint).toString('hex').slice(0, 16);
}
