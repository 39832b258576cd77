import { randomBytes } from 'node:crypto';
import { DAY_MS, parseDecimal } from '@tarazu/core/values';
import { API_KEYS_MAX, type CheckedInputOf, OPERATIONS, type OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { readLogin } from '#domains/account/index.ts';
import { AllowedAddresses } from '#domains/security/api-keys/addresses.ts';
import type { ApiKeys } from '#domains/security/api-keys/key-finder.ts';
import {
  countKeys,
  deleteKey,
  findKey,
  insertKey,
  type KeyOwner,
  type KeyRow,
  listKeys,
} from '#domains/security/api-keys/key-store.ts';
import type { NotifyOwner } from '#domains/security/notify-owner.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

export interface KeyParts {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly security: SecurityLog;
  readonly notifyOwner: NotifyOwner;
  readonly apiKeys: ApiKeys;
}

type Input = CheckedInputOf<(typeof OPERATIONS)['apiKeyAdd']>;
type Made = OutputOf<(typeof OPERATIONS)['apiKeyAdd']>;

const SECRET_BYTES = 32;
const ID_BYTES = 12;
/** Decimals of the smallest unit of each currency that a cap is in. */
const SCALES = { orderMaxInr: 2, orderMaxUsdt: 8 } as const;

export function keyRoutes(parts: KeyParts): readonly Binding[] {
  return [
    bind(OPERATIONS.apiKeyList, async (_input, session, { nowMs }) => {
      const keys = await listKeys(parts.pool, ownerOf(session), nowMs);
      return reply({ list: keys.map(keyField) });
    }),
    bind(
      OPERATIONS.apiKeyAdd,
      async (input, session, { nowMs, requestId, clientAddress }) => {
        const made = await makeKey(parts, session, { input, nowMs });
        if (!made.ok) return made;
        const { userId, loginId } = session;
        parts.security('apiKeyMade', { requestId, clientAddress, userId, purpose: input.scope });
        await parts.notifyOwner(await readLogin(parts.pool, loginId), 'apiKeyMade', nowMs);
        return made;
      },
      { precheck: async (input, session) => refuseKey(input, session) },
    ),
    bind(OPERATIONS.apiKeyEnd, async ({ id }, session, { requestId, clientAddress }) => {
      if (!(await deleteKey(parts.pool, ownerOf(session), id))) return refuse('NOT_FOUND');
      parts.apiKeys.forget(id);
      parts.security('apiKeyEnded', { requestId, clientAddress, userId: session.userId });
      return reply({});
    }),
  ];
}

/** Faults of the wish by itself. */
function refuseKey(input: Input, { guest, environment }: Session): ReturnType<typeof refuse> | undefined {
  if (guest) return refuse('LOGIN_NEEDED');
  const wrong = (field: keyof Input, problem: string) =>
    refuse('INVALID_INPUT', { field, detail: { problem: `${field}: ${problem}` } });
  if (AllowedAddresses.read(addressesIn(input)) === undefined)
    return wrong('addresses', 'must be addresses such as 203.0.113.7 or 203.0.113.0/24');
  if (environment === 'real' && input.scope === 'trade' && input.addresses === undefined)
    return wrong('addresses', 'must be given for a key that trades in the real account');
  for (const name of ['orderMaxInr', 'orderMaxUsdt'] as const) {
    const text = input[name];
    const max = text === undefined ? undefined : parseDecimal(text, SCALES[name]);
    if (text !== undefined && (max === undefined || max <= 0n)) return wrong(name, 'must be more than 0');
  }
  return undefined;
}

async function makeKey(
  { pool, secrets }: KeyParts,
  session: Session,
  { input, nowMs }: { readonly input: Input; readonly nowMs: number },
): Promise<Reply<Made>> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const { name, scope, orderMaxInr, orderMaxUsdt, dayOrdersMax, days } = input;
  const key = {
    ...ownerOf(session),
    keyId: randomBytes(ID_BYTES).toString('base64url'),
    environment: session.environment,
    secret: secrets.seal('api-key', secret),
    addresses: addressesIn(input),
    dayOrdersMax: dayOrdersMax === undefined ? undefined : Number(dayOrdersMax),
    madeAtMs: nowMs,
    expiresAtMs: nowMs + Number(days) * DAY_MS,
    ...{ name, scope, orderMaxInr, orderMaxUsdt },
  };
  return await inTransaction(pool, async (on): Promise<Reply<Made>> => {
    const count = await countKeys(on, key, nowMs);
    if (count >= API_KEYS_MAX) return refuse('API_KEYS_MAX', { detail: { limit: String(API_KEYS_MAX) } });
    await insertKey(on, key);
    const made = await findKey(on, key.keyId);
    if (made === undefined) throw new Error('Invariant: the key was written a moment ago');
    return reply({ key: keyField(made), secret });
  });
}

const addressesIn = ({ addresses }: Pick<Input, 'addresses'>): string[] => addresses?.split(',') ?? [];

const ownerOf = ({ loginId, accountId }: Session): KeyOwner => ({ loginId, accountId });

function keyField(row: KeyRow): Made['key'] {
  return {
    id: row.key_id,
    name: row.name,
    scope: row.scope,
    environment: row.environment,
    addresses: row.addresses,
    madeAtMs: row.made_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    ...(row.order_max_inr !== null && { orderMaxInr: row.order_max_inr }),
    ...(row.order_max_usdt !== null && { orderMaxUsdt: row.order_max_usdt }),
    ...(row.day_orders_max !== null && { dayOrdersMax: row.day_orders_max }),
    ...(row.used_at !== null && { usedAtMs: row.used_at.getTime() }),
    ...(row.used_from !== null && { usedFrom: row.used_from }),
  };
}
