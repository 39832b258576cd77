import { type Amount, type AssetId, amount, assetId } from '@tarazu/core/values';
import type { NetworkId } from '#market/catalogue/coin-networks.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { AddressKey, ChainBlock, ChainTransfer } from '#rails/chain/port.ts';

/** Coins that came to our addresses, and the blocks in which they were seen. */

export interface RecordedBlock {
  readonly height: number;
  readonly hash: string;
}

export interface RecordedTransfer {
  readonly network: NetworkId;
  readonly externalId: string;
  readonly key: AddressKey;
  readonly branch: 0 | 1;
  readonly place: number;
  readonly accountId: number | undefined;
  readonly tag: number | undefined;
  readonly asset: AssetId;
  /** Of the network. */
  readonly units: bigint;
  /** Of the ledger. */
  readonly amount: Amount;
  readonly blockHeight: number;
  readonly blockHash: string;
  readonly state: 'pending' | 'final' | 'orphaned' | 'reversed';
  readonly isOwn: boolean;
  readonly seenAtMs: number;
}

interface TransferRow {
  readonly network: NetworkId;
  readonly external_id: string;
  readonly chain_key: string;
  readonly branch: number;
  readonly place: number;
  readonly account_id: number | null;
  readonly tag: bigint | null;
  readonly asset: string;
  readonly units: string;
  readonly amount: bigint;
  readonly block_height: bigint;
  readonly block_hash: string;
  readonly state: RecordedTransfer['state'];
  readonly is_own: boolean;
  readonly seen_at_ms: bigint;
}

const COLUMNS = `network, external_id, chain_key, branch, place, account_id, tag, asset, units, amount,
  block_height, block_hash, state, is_own, seen_at_ms`;

const newestBlock = statement<{ height: bigint; hash: string }>(
  'rail-block-newest',
  'select height, hash from rail_block where network = $1 order by height desc limit 1',
);
const addBlock = statement('rail-block-add', 'insert into rail_block values ($1, $2, $3, $4)');
const dropBlock = statement('rail-block-drop', 'delete from rail_block where network = $1 and height = $2');
const dropOld = statement('rail-block-old', 'delete from rail_block where network = $1 and height < $2');
const picked = statement<{ chain_key: string }>(
  'rail-address-picked',
  'select distinct chain_key from rail_address where network = $1 and chain_key = any($2)',
);
const addressOf = statement<{ branch: number; place: number; account_id: number | null }>(
  'rail-address-of-key',
  'select branch, place, account_id from rail_address where network = $1 and chain_key = $2 and tag = $3',
);
const ownTransaction = statement<{ purpose: string }>(
  'rail-transaction-known',
  'select purpose from rail_transaction where transaction_id = $1',
);
const addTransfer = statement(
  'rail-transfer-add',
  `insert into rail_transfer (${COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', $13, $14)
   on conflict (network, external_id) do update set
     block_height = excluded.block_height, block_hash = excluded.block_hash, state = 'pending'
   where rail_transfer.state in ('orphaned', 'reversed', 'pending')`,
);
const orphan = statement<TransferRow>(
  'rail-transfer-orphan',
  `update rail_transfer set state = case state when 'final' then 'reversed' else 'orphaned' end
    where network = $1 and block_height = $2 and state in ('pending', 'final') returning ${COLUMNS}`,
);
const finals = statement<TransferRow>(
  'rail-transfer-final',
  `update rail_transfer set state = 'final', final_at_ms = $3
    where network = $1 and state = 'pending' and block_height <= $2 returning ${COLUMNS}`,
);
const ofAccount = statement<TransferRow>(
  'rail-transfer-of-account',
  `select ${COLUMNS} from rail_transfer where account_id = $1 and seen_at_ms < $2
    order by seen_at_ms desc limit $3`,
);
const unspent = statement<TransferRow>(
  'rail-transfer-unspent',
  `select ${COLUMNS} from rail_transfer
    where network = $1 and branch = any($2) and state = 'final' and spent_by is null
      and asset = $3 and amount >= $4
    order by seen_at_ms limit $5`,
);
const spend = statement(
  'rail-transfer-spend',
  'update rail_transfer set spent_by = $3 where network = $1 and external_id = any($2)',
);

const free = statement('rail-transfer-free', 'update rail_transfer set spent_by = null where spent_by = $1');
const heldUnits = statement<{ asset: string; branch: number; amount: string }>(
  'rail-transfer-held',
  `select asset, branch, sum(amount)::text as amount from rail_transfer
    where network = $1 and branch = any('{0,1}') and state = 'final' and spent_by is null
    group by asset, branch`,
);

const NO_TAG = -1;

export class TransferStore {
  readonly #network: NetworkId;

  constructor(network: NetworkId) {
    this.#network = network;
  }

  async newestBlock(on: Queryable): Promise<RecordedBlock | undefined> {
    const [row] = await newestBlock(on, [this.#network]);
    return row && { height: Number(row.height), hash: row.hash };
  }

  /** @param kept blocks that are remembered. */
  async addBlock(on: Queryable, block: ChainBlock, kept: number): Promise<void> {
    await addBlock(on, [this.#network, block.height, block.hash, block.atMs]);
    await dropOld(on, [this.#network, block.height - kept]);
  }

  /** Forgets the newest block; gives its transfers that had been final. */
  async dropBlock(on: Queryable, height: number): Promise<readonly RecordedTransfer[]> {
    await dropBlock(on, [this.#network, height]);
    return (await orphan(on, [this.#network, height]))
      .map(transferOf)
      .filter(({ state }) => state === 'reversed');
  }

  async pick(on: Queryable, keys: readonly AddressKey[]): Promise<ReadonlySet<AddressKey>> {
    if (keys.length === 0) return new Set();
    return new Set((await picked(on, [this.#network, keys])).map((row) => row.chain_key));
  }

  async addTransfer(
    on: Queryable,
    transfer: ChainTransfer & { readonly amount: Amount },
    seen: { readonly block: ChainBlock; readonly nowMs: number },
  ): Promise<void> {
    const { externalId, to, tag, asset, units } = transfer;
    const [address] = await addressOf(on, [this.#network, to, tag ?? NO_TAG]);
    const { branch = 1, place = 0, account_id: account = null } = address ?? {};
    const [transactionId = ''] = externalId.split(':');
    const [own] = await ownTransaction(on, [transactionId]);
    // A withdrawal to the address of another customer is a deposit of that one.
    const isOwn = own !== undefined && (branch === 1 || own.purpose !== 'pay');
    const where = [seen.block.height, seen.block.hash] as const;
    await addTransfer(on, [
      ...([this.#network, externalId, to, branch, place, account, tag ?? null] as const),
      ...([asset, String(units), transfer.amount, ...where, isOwn, seen.nowMs] as const),
    ]);
  }

  /** Makes final what stands at this height or below. */
  async finals(on: Queryable, height: number, nowMs: number): Promise<readonly RecordedTransfer[]> {
    return (await finals(on, [this.#network, height, nowMs])).map(transferOf);
  }

  /** Final coins that no transaction of ours has used, oldest first; crumbs are left where they lie. */
  async unspent(
    on: Queryable,
    of: {
      readonly branches: readonly number[];
      readonly asset: AssetId;
      readonly least: bigint;
      readonly limit: number;
    },
  ): Promise<readonly RecordedTransfer[]> {
    const { branches, asset, least, limit } = of;
    return (await unspent(on, [this.#network, branches, asset, least, limit])).map(transferOf);
  }

  async spend(on: Queryable, externalIds: readonly string[], transactionNo: bigint): Promise<void> {
    await spend(on, [this.#network, externalIds, transactionNo]);
  }

  /** Coins of a transaction that will never be may be used by another. */
  async free(on: Queryable, transactionNo: bigint): Promise<void> {
    await free(on, [transactionNo]);
  }

  /** Final coins that lie at our own address and at those of customers. */
  async held(
    on: Queryable,
  ): Promise<readonly { readonly asset: AssetId; readonly branch: number; readonly amount: Amount }[]> {
    const rows = await heldUnits(on, [this.#network]);
    return rows.map((row) => ({
      asset: assetId(row.asset),
      branch: row.branch,
      amount: amount(BigInt(row.amount)),
    }));
  }
}

/** Coins that came for an account, newest first, final or not. */
export async function transfersOfAccount(
  on: Queryable,
  of: { readonly accountId: number; readonly beforeMs: number; readonly limit: number },
): Promise<readonly RecordedTransfer[]> {
  return (await ofAccount(on, [of.accountId, of.beforeMs, of.limit])).map(transferOf);
}

function transferOf(row: TransferRow): RecordedTransfer {
  return {
    network: row.network,
    externalId: row.external_id,
    key: row.chain_key,
    branch: row.branch === 0 ? 0 : 1,
    place: row.place,
    accountId: row.account_id ?? undefined,
    tag: row.tag === null ? undefined : Number(row.tag),
    asset: assetId(row.asset),
    units: BigInt(row.units),
    amount: amount(row.amount),
    blockHeight: Number(row.block_height),
    blockHash: row.block_hash,
    state: row.state,
    isOwn: row.is_own,
    seenAtMs: Number(row.seen_at_ms),
  };
}
