import { hash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { MINUTE_MS } from '@tarazu/core/values';
import { coinNetwork, NETWORK_IDS, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { atOnce } from '#rails/process/child-main.ts';
import { bodySchema, type TxBody } from '#rails/sandbox-chain/body.ts';
import { ChainLedger } from '#rails/sandbox-chain/ledger.ts';

export interface ChainTx {
  readonly hash: string;
  readonly raw: string;
  readonly body: TxBody;
  readonly state: 'waiting' | 'included' | 'failed' | 'dropped';
  readonly fee: bigint;
  readonly block: StoredBlock | undefined;
  readonly place: number;
}

export interface StoredBlock {
  readonly hash: string;
  readonly height: number;
  readonly parentHash: string;
  readonly atMs: number;
  readonly inChain: boolean;
}

/** Time between two blocks while somebody waits for one. */
const BLOCK_EVERY_MS: Readonly<Record<NetworkId, number>> = {
  bitcoin: 20_000,
  ethereum: 2_000,
  tron: 2_000,
  xrp: 3_000,
};
/** A chain on which nothing waits for confirmations makes few blocks. */
const QUIET_EVERY_MS = 10 * MINUTE_MS;
const TX_PER_BLOCK_MAX = 500;
const HASH_BYTES = 32;

/** Chains of the sandbox: blocks, forks, and what waits. All is in one file. */
export class SandboxChain {
  readonly ledger: ChainLedger;
  readonly #file: DatabaseSync;
  readonly #nowMs: () => number;

  constructor(file: DatabaseSync, nowMs: () => number) {
    this.#file = file;
    this.#nowMs = nowMs;
    this.ledger = new ChainLedger(file);
    atOnce(file, () => {
      for (const network of NETWORK_IDS)
        if (!this.#newest(network)) this.#append(network, { height: 0, parentHash: this.#hashOf('') });
    });
  }

  tip(network: NetworkId): StoredBlock {
    const tip = this.#newest(network);
    if (!tip) throw new Error('Invariant: a chain has a first block');
    return tip;
  }

  blockAt(network: NetworkId, height: number): StoredBlock | undefined {
    const row = this.#file
      .prepare('select * from block where network = ? and height = ? and in_chain = 1')
      .get(network, height);
    return row && blockOf(row);
  }

  block(blockHash: string): StoredBlock | undefined {
    const row = this.#file.prepare('select * from block where hash = ?').get(blockHash);
    return row && blockOf(row);
  }

  transactionsIn(blockHash: string): readonly ChainTx[] {
    const rows = this.#file.prepare('select * from tx where block_hash = ? order by place').all(blockHash);
    return rows.map((row) => this.#txOf(row));
  }

  transaction(network: NetworkId, txHash: string): ChainTx | undefined {
    const row = this.#file.prepare('select * from tx where hash = ? and network = ?').get(txHash, network);
    return row && this.#txOf(row);
  }

  newest(network: NetworkId, limit: number): readonly ChainTx[] {
    const rows = this.#file
      .prepare('select * from tx where network = ? order by came_at_ms desc limit ?')
      .all(network, limit);
    return rows.map((row) => this.#txOf(row));
  }

  waitingOf(network: NetworkId, sender: string): number {
    const row = this.#file
      .prepare("select count(*) as count from tx where network = ? and sender = ? and state = 'waiting'")
      .get(network, sender);
    return Number(row?.['count']);
  }

  waiting(network: NetworkId): number {
    const row = this.#file
      .prepare("select count(*) as count from tx where network = ? and state = 'waiting'")
      .get(network);
    return Number(row?.['count']);
  }

  /** False for one that is known already; one that was dropped may come again. */
  add(
    network: NetworkId,
    transaction: { readonly hash: string; readonly raw: string; readonly body: TxBody },
  ): boolean {
    const known = this.transaction(network, transaction.hash);
    if (known && known.state !== 'dropped') return false;
    const { body } = transaction;
    const [sender, nonce] =
      body.kind === 'account' && body.nonce !== undefined ? [body.from, body.nonce] : [null, null];
    this.#file
      .prepare(`
        insert into tx (hash, network, raw, body, state, sender, nonce, came_at_ms)
        values (?, ?, ?, ?, 'waiting', ?, ?, ?) on conflict (hash) do update set state = 'waiting'`)
      .run(transaction.hash, network, transaction.raw, JSON.stringify(body), sender, nonce, this.#nowMs());
    return true;
  }

  mine(network: NetworkId, count = 1): StoredBlock {
    return atOnce(this.#file, () => {
      for (let block = 0; block < count; block += 1) this.#mineOne(network);
      return this.tip(network);
    });
  }

  /** Another branch of the chain in place of the last blocks, whose transactions wait again, or are gone. */
  fork(
    network: NetworkId,
    { depth, drops }: { readonly depth: number; readonly drops: boolean },
  ): StoredBlock {
    return atOnce(this.#file, () => {
      const blocks = Math.min(depth, this.tip(network).height);
      for (let block = 0; block < blocks; block += 1) this.#disconnect(network, drops);
      for (let block = 0; block <= blocks; block += 1) this.#mineOne(network);
      return this.tip(network);
    });
  }

  isStalled(network: NetworkId): boolean {
    return this.#setting(`stalled:${network}`) === 'yes';
  }

  stall(network: NetworkId, isStalled: boolean): void {
    this.#set(`stalled:${network}`, isStalled ? 'yes' : 'no');
  }

  setting(name: string): string | undefined {
    return this.#setting(name);
  }

  setSetting(name: string, value: string): void {
    this.#set(name, value);
  }

  /** Makes the blocks that have become due. */
  advance(): void {
    const nowMs = this.#nowMs();
    for (const network of NETWORK_IDS)
      if ((this.nextBlockAtMs(network) ?? Number.POSITIVE_INFINITY) <= nowMs) this.mine(network);
  }

  /** Undefined while the chain stalls. */
  nextBlockAtMs(network: NetworkId): number | undefined {
    if (this.isStalled(network)) return undefined;
    const tip = this.tip(network);
    return tip.atMs + (this.#isAwaited(network, tip) ? BLOCK_EVERY_MS[network] : QUIET_EVERY_MS);
  }

  close(): void {
    this.#file.close();
  }

  /** Somebody waits for a block: for the first, or for the last that makes a transaction final. */
  #isAwaited(network: NetworkId, tip: StoredBlock): boolean {
    if (this.waiting(network) > 0) return true;
    const row = this.#file
      .prepare(`
        select max(height) as height from block join tx on tx.block_hash = block.hash
         where block.network = ? and in_chain = 1 and height > ?`)
      .get(network, tip.height + 1 - coinNetwork(network).confirmations);
    return typeof row?.['height'] === 'number';
  }

  #mineOne(network: NetworkId): void {
    const before = this.tip(network);
    const block = this.#append(network, { height: before.height + 1, parentHash: before.hash });
    const rows = this.#file
      .prepare(`
        select * from tx where network = ? and state = 'waiting' order by sender, nonce, came_at_ms limit ?`)
      .all(network, TX_PER_BLOCK_MAX);
    for (const [place, row] of rows.entries()) {
      const { hash: txHash, body } = this.#txOf(row);
      const connected = this.ledger.connect(body, { network, blockHash: block.hash, txHash });
      if (connected.outcome === 'never')
        this.#file.prepare("update tx set state = 'dropped' where hash = ?").run(txHash);
      if (connected.outcome === 'later' || connected.outcome === 'never') continue;
      this.#file
        .prepare('update tx set state = ?, fee = ?, block_hash = ?, place = ? where hash = ?')
        .run(connected.outcome, String(connected.fee), block.hash, place, txHash);
    }
  }

  #disconnect(network: NetworkId, drops: boolean): void {
    const { hash: blockHash } = this.tip(network);
    this.ledger.disconnect(network, blockHash);
    this.#file.prepare('update block set in_chain = 0 where hash = ?').run(blockHash);
    this.#file
      .prepare("update tx set state = ?, fee = '0', block_hash = null, place = null where block_hash = ?")
      .run(drops ? 'dropped' : 'waiting', blockHash);
  }

  #append(network: NetworkId, at: { readonly height: number; readonly parentHash: string }): StoredBlock {
    const block = { hash: this.#hashOf(network), ...at, atMs: this.#nowMs(), inChain: true };
    this.#file
      .prepare('insert into block values (?, ?, ?, ?, ?, 1)')
      .run(block.hash, network, block.height, block.parentHash, block.atMs);
    return block;
  }

  #hashOf(salt: string): string {
    return hash('sha256', salt + randomBytes(HASH_BYTES).toString('hex'));
  }

  #newest(network: NetworkId): StoredBlock | undefined {
    const row = this.#file
      .prepare('select * from block where network = ? and in_chain = 1 order by height desc limit 1')
      .get(network);
    return row && blockOf(row);
  }

  #txOf(row: Readonly<Record<string, unknown>>): ChainTx {
    const blockHash = row['block_hash'];
    const state = String(row['state']);
    return {
      hash: String(row['hash']),
      raw: String(row['raw']),
      body: bodySchema.parse(JSON.parse(String(row['body']))),
      state: STATES.find((known) => known === state) ?? 'waiting',
      fee: BigInt(String(row['fee'])),
      block: typeof blockHash === 'string' ? this.block(blockHash) : undefined,
      place: Number(row['place'] ?? 0),
    };
  }

  #setting(name: string): string | undefined {
    const value = this.#file.prepare('select value from setting where name = ?').get(name)?.['value'];
    return typeof value === 'string' ? value : undefined;
  }

  #set(name: string, value: string): void {
    this.#file
      .prepare('insert into setting values (?, ?) on conflict (name) do update set value = excluded.value')
      .run(name, value);
  }
}

const STATES = ['waiting', 'included', 'failed', 'dropped'] as const;

function blockOf(row: Readonly<Record<string, unknown>>): StoredBlock {
  return {
    hash: String(row['hash']),
    height: Number(row['height']),
    parentHash: String(row['parent_hash']),
    atMs: Number(row['at_ms']),
    inChain: row['in_chain'] === 1,
  };
}
