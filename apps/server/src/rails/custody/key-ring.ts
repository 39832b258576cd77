import type pg from 'pg';
import { coinNetwork, NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { inTransaction, type Queryable, statement } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { ChainKind } from '#rails/chain/addresses.ts';
import type { SignerPort } from '#rails/signer/signer-client.ts';

export interface KeyRingOptions {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly signer: SignerPort;
  readonly kind: ChainKind;
}

/** Where an account is paid coins. */
export interface DepositAddress {
  readonly network: NetworkId;
  readonly address: string;
  /** On networks that have one: without it nobody knows whose the coins are. */
  readonly tag: number | undefined;
}

interface AddressRow {
  readonly address: string;
  readonly tag: bigint;
}

const readKeys = statement<{ network: NetworkId; xpub: string }>(
  'rail-keys',
  'select network, xpub from rail_key where network = any($1)',
);
const bindKey = statement(
  'rail-key-bind',
  'insert into rail_key (network, xpub, bound_at_ms) values ($1, $2, $3) on conflict (network) do nothing',
);
const takePlace = statement<{ place: number }>(
  'rail-key-place',
  'update rail_key set next_place = next_place + 1 where network = $1 returning next_place - 1 as place',
);
const readAddress = statement<AddressRow>(
  'rail-address-of-account',
  'select address, tag from rail_address where network = $1 and account_id = $2',
);
const addAddress = statement<AddressRow>(
  'rail-address-add',
  `insert into rail_address (network, branch, place, chain_key, tag, address, account_id, made_at_ms)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning address, tag`,
);

const NO_TAG = -1;
/** Tags are drawn from so many that a mistyped one is nobody's. */
const TAG_MIN = 100_000_000;
const TAG_MAX = 2 ** 32;
const OWN = [1, 0] as const;

/** Addresses of the installation, from extended public keys alone. */
export class KeyRing {
  readonly kind: ChainKind;
  readonly #options: KeyRingOptions;
  #xpubs: Promise<ReadonlyMap<NetworkId, string>> | undefined;

  constructor(options: KeyRingOptions) {
    this.kind = options.kind;
    this.#options = options;
  }

  /**
   * Public keys, as they were bound when the signer told them first.
   * @throws RailUnavailable while the signer must be asked and does not answer.
   */
  async xpub(network: NetworkId): Promise<string> {
    this.#xpubs ??= this.#load().catch((error: unknown) => {
      this.#xpubs = undefined;
      throw error;
    });
    const xpub = (await this.#xpubs).get(network);
    if (xpub === undefined) throw new Error(`Invariant: ${network} has a key`);
    return xpub;
  }

  /**
   * Whether the signer has the keys that were bound: coins that are paid to other ones would be lost.
   * @throws Error when it has not.
   */
  async checkSigner(): Promise<void> {
    const { signer } = this.#options;
    const answered = await signer.publicKeys();
    for (const network of NETWORK_IDS)
      if (answered.xpubs[network] !== (await this.xpub(network)))
        throw new Error('The signer has other keys than those that this database was begun with.');
  }

  /** The address of an account on a network: made when it is first asked for, the same for ever. */
  async addressFor(network: NetworkId, accountId: number): Promise<DepositAddress> {
    const { pool } = this.#options;
    const [known] = await readAddress(pool, [network, accountId]);
    const row = known ?? (await this.#make(network, accountId));
    return { network, address: row.address, tag: row.tag < 0n ? undefined : Number(row.tag) };
  }

  /** Our own address on a network: what is left of payments goes there, and what was collected. */
  async ownAddress(network: NetworkId): Promise<{ readonly key: string; readonly address: string }> {
    const { addressAt } = await import('#rails/chain/addresses.ts');
    const own = addressAt(network, { xpub: await this.xpub(network), place: OWN, kind: this.kind });
    const nowMs = this.#options.clock.nowMs();
    const row = [network, ...OWN, own.key, NO_TAG, own.address, null, nowMs] as const;
    await addAddress(this.#options.pool, row);
    return own;
  }

  async #make(network: NetworkId, accountId: number): Promise<AddressRow> {
    const { pool, clock } = this.#options;
    const xpub = await this.xpub(network);
    const { addressAt } = await import('#rails/chain/addresses.ts');
    const { randomInt } = await import('node:crypto');
    const { hasTag } = coinNetwork(network);
    return inTransaction(pool, async (on) => {
      const [taken] = await takePlace(on, [network]);
      if (!taken) throw new Error('Invariant: a network has a key before it has addresses');
      const { place } = taken;
      const at = hasTag ? OWN : ([0, place] as const);
      const { key, address } = addressAt(network, { xpub, place: at, kind: this.kind });
      const tag = hasTag ? randomInt(TAG_MIN, TAG_MAX) : NO_TAG;
      const row = [network, 0, place, key, tag, address, accountId, clock.nowMs()] as const;
      const [made] = await addAddress(on, row);
      // Another call for the same account was quicker; its address is the one.
      return made ?? (await known(on, network, accountId));
    });
  }

  async #load(): Promise<ReadonlyMap<NetworkId, string>> {
    const { pool, clock, signer, kind } = this.#options;
    const bound = await readKeys(pool, [NETWORK_IDS]);
    if (bound.length === NETWORK_IDS.length) return mapOf(bound);
    const told = await signer.publicKeys();
    if (told.kind !== kind) throw new Error(`The signer has keys for ${told.kind} chains, not for ${kind}.`);
    for (const network of NETWORK_IDS) await bindKey(pool, [network, told.xpubs[network], clock.nowMs()]);
    return mapOf(await readKeys(pool, [NETWORK_IDS]));
  }
}

function mapOf(rows: readonly { network: NetworkId; xpub: string }[]): ReadonlyMap<NetworkId, string> {
  return new Map(rows.map(({ network, xpub }) => [network, xpub]));
}

async function known(on: Queryable, network: NetworkId, accountId: number): Promise<AddressRow> {
  const [row] = await readAddress(on, [network, accountId]);
  if (!row) throw new Error('Condition: another address has this tag: ask again');
  return row;
}
