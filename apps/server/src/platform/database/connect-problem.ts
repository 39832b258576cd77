import { SETTINGS } from '#platform/config/config-table.ts';
import { redactedUrl } from '#platform/config/redacted.ts';
import { StartupError } from '#platform/config/startup-error.ts';

/** The meaning of the network's or PostgreSQL's words to the person who set the address. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'what listens there ends the connection',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host can not be looked up now',
  ENOENT: 'there is no such socket',
  EHOSTUNREACH: 'no way leads to this host',
  ENETUNREACH: 'no way leads to this host',
  ETIMEDOUT: 'nothing answers there',
  '28P01': 'the password is not the one of this role',
  '28000': 'this role does not exist there, or may not come from here',
  '3D000': 'this database does not exist there: make it with "createdb"',
  '42501': 'this role may not do what the server needs',
  '53300': 'it has no connection left',
  '57P03': 'it is still starting, or ending',
  '25006': 'it takes no changes: it is a replica',
};

/** Sentences of the driver, which gives them no code. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, 'nothing answers there'],
  [/does not support SSL/i, 'it does not speak TLS, which the address asks for'],
  [/self[- ]signed|certificate/i, 'its certificate is not trusted by this machine'],
  [/terminated unexpectedly/i, 'what listens there ends the connection'],
  [/client password must be a string|no password|SASL/i, 'it asks for a password, and the address has none'],
];

/** Why the database that was given can't be used, in a sentence; anything else comes back as it is. */
export function connectProblem(
  error: unknown,
  databaseUrl: string,
  name: 'DATABASE_URL' | 'DATABASE_OWNER_URL' = 'DATABASE_URL',
): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error;
  const code = 'code' in error ? String(error.code) : '';
  const meaning = MEANINGS[code] ?? SENTENCES.find(([pattern]) => pattern.test(error.message))?.[1];
  if (meaning === undefined) return error;
  const address = redactedUrl(databaseUrl) ?? 'its value';
  return new StartupError(
    `${name}=${address} can't be used: ${meaning}. ` +
      `Mend it, or set another, such as ${name}=${SETTINGS[name].example}.`,
    { cause: error },
  );
}
