import { IDENTITY_KEY, SECRET_KEY } from '#market/identity/market-identity.ts';
import { fingerprintOf, openSecret, sealSecret } from '#market/identity/secret.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

const readSealed = statement<{ key: string; value: string }>(
  'market-reseal-read',
  'select key, value from market_state where key = any($1)',
);
const writeSealed = statement('market-reseal-write', 'update market_state set value = $2 where key = $1');

/**
 * Puts the market's secret under another key of the installation, so that the same market goes on.
 * @throws StartupError when the key before is not the one that it is under.
 */
export async function resealMarketSecret(
  on: Queryable,
  { old, next }: { readonly old: Secrets; readonly next: Secrets },
): Promise<void> {
  const state = new Map(
    (await readSealed(on, [[IDENTITY_KEY, SECRET_KEY]])).map(({ key, value }) => [key, value]),
  );
  const sealed = state.get(SECRET_KEY);
  if (sealed === undefined) return;
  const secret = openSecret(old, sealed);
  const identity: unknown = JSON.parse(state.get(IDENTITY_KEY) ?? '{}');
  const isRight =
    typeof identity === 'object' &&
    identity !== null &&
    'fingerprint' in identity &&
    identity.fingerprint === fingerprintOf(secret);
  if (!isRight) throw new StartupError('The secret of the market can not be read with the key of before.');
  await writeSealed(on, [SECRET_KEY, sealSecret(next, secret)]);
}
