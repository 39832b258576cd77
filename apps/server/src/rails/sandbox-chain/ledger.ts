import type { DatabaseSync } from 'node:sqlite';
import { coinNetwork, type NetworkId } from '#market/catalogue/coin-networks.ts';
import { type AccountBody, type CoinsBody, MINER, MINT, type TxBody } from '#rails/sandbox-chain/body.ts';

interface Placed {
  readonly network: NetworkId;
  readonly blockHash: string;
  readonly txHash: string;
}

/** `later`: its turn has not come, such as that of a nonce; `never`: a coin of it is spent. */
export type Connected =
  | { readonly outcome: 'included' | 'failed'; readonly fee: bigint }
  | { readonly outcome: 'later' }
  | { readonly outcome: 'never' };

/** Balances and coins of the sandbox chains: what a block does to them, and its undoing. */
export class ChainLedger {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  connect(body: TxBody, placed: Placed): Connected {
    return body.kind === 'account' ? this.#connectAccount(body, placed) : this.#connectCoins(body, placed);
  }

  /** Takes back all of a block, its entries as well. */
  disconnect(network: NetworkId, blockHash: string): void {
    const entries = this.#file
      .prepare('select * from entry where block_hash = ? order by entry_id desc')
      .all(blockHash);
    for (const entry of entries) {
      const [from, to, asset] = [entry['from_key'], entry['to_key'], entry['asset']].map(String);
      if (from === undefined || to === undefined || asset === undefined) continue;
      this.#add(network, { key: to, asset, units: -BigInt(String(entry['units'])) });
      this.#add(network, { key: from, asset, units: BigInt(String(entry['units'])) });
    }
    this.#file.prepare('delete from entry where block_hash = ?').run(blockHash);
    const transactions = this.#file
      .prepare('select hash, sender, nonce from tx where block_hash = ? order by place desc')
      .all(blockHash);
    for (const { hash, sender, nonce } of transactions) {
      const txHash = String(hash);
      this.#file.prepare('delete from coin where made_by = ?').run(txHash);
      this.#file.prepare('update coin set spent_by = null where spent_by = ?').run(txHash);
      if (typeof sender === 'string' && typeof nonce === 'number') this.#setNonce(network, sender, nonce);
    }
  }

  nonce(network: NetworkId, key: string): number {
    const row = this.#file.prepare('select next from nonce where network = ? and key = ?').get(network, key);
    return Number(row?.['next'] ?? 0);
  }

  balance(network: NetworkId, key: string, asset: string): bigint {
    const row = this.#file
      .prepare('select units from balance where network = ? and key = ? and asset = ?')
      .get(network, key, asset);
    return BigInt(String(row?.['units'] ?? 0));
  }

  coin(outpoint: string): { key: string; units: bigint; script: string; isSpent: boolean } | undefined {
    const row = this.#file.prepare('select * from coin where outpoint = ?').get(outpoint);
    if (!row) return undefined;
    return {
      key: String(row['key']),
      units: BigInt(String(row['units'])),
      script: String(row['script']),
      isSpent: row['spent_by'] !== null,
    };
  }

  /**
   * Faults of the books: none when each balance is the sum of its entries, an asset of a network sums to
   * zero, unspent coins are what their keys have, and nobody but the mint is below zero.
   */
  problems(): readonly string[] {
    const sums = new Map<string, bigint>();
    const add = (name: string, units: bigint): void => void sums.set(name, (sums.get(name) ?? 0n) + units);
    for (const row of this.#file.prepare('select * from entry').iterate()) {
      const units = BigInt(String(row['units']));
      add(`${row['network']} ${row['to_key']} ${row['asset']}`, units);
      add(`${row['network']} ${row['from_key']} ${row['asset']}`, -units);
    }
    const problems: string[] = [];
    const totals = new Map<string, bigint>();
    for (const row of this.#file.prepare('select * from balance').iterate()) {
      const name = `${row['network']} ${row['key']} ${row['asset']}`;
      const units = BigInt(String(row['units']));
      if (units !== (sums.get(name) ?? 0n)) problems.push(`${name} is not the sum of its entries`);
      if (units < 0n && row['key'] !== MINT) problems.push(`${name} is below zero`);
      const total = `${row['network']} ${row['asset']}`;
      totals.set(total, (totals.get(total) ?? 0n) + units);
    }
    for (const [name, units] of totals) if (units !== 0n) problems.push(`${name} does not sum to zero`);
    const coins = new Map<string, bigint>();
    for (const row of this.#file.prepare('select key, units from coin where spent_by is null').iterate()) {
      const key = String(row['key']);
      coins.set(key, (coins.get(key) ?? 0n) + BigInt(String(row['units'])));
    }
    for (const [key, units] of coins)
      if (units !== this.balance('bitcoin', key, 'BTC')) problems.push(`bitcoin ${key} has other coins`);
    return problems;
  }

  #connectAccount(body: AccountBody, placed: Placed): Connected {
    const { network } = placed;
    const feeAsset = coinNetwork(network).feeAsset;
    const { nonce } = body;
    const isMinted = nonce === undefined;
    const next = this.nonce(network, body.from);
    if (nonce !== undefined && nonce !== next) return { outcome: nonce < next ? 'never' : 'later' };
    const fee = isMinted ? 0n : BigInt(body.gas) * BigInt(body.gasPrice);
    const own = body.moves.filter(({ asset }) => asset === feeAsset);
    const needed = own.reduce((sum, { units }) => sum + BigInt(units), fee);
    if (!isMinted && this.balance(network, body.from, feeAsset) < needed) return { outcome: 'later' };
    if (nonce !== undefined) this.#setNonce(network, body.from, nonce + 1);
    if (fee > 0n) this.#enter(placed, { from: body.from, to: MINER, asset: feeAsset, units: fee });
    const isShort = body.moves.some(
      ({ from, asset, units }) =>
        from !== MINT && asset !== feeAsset && this.balance(network, from, asset) < BigInt(units),
    );
    if (isShort) return { outcome: 'failed', fee };
    for (const { from, to, asset, units } of body.moves)
      if (BigInt(units) > 0n) this.#enter(placed, { from, to, asset, units: BigInt(units) });
    return { outcome: 'included', fee };
  }

  #connectCoins({ inputs, outputs }: CoinsBody, placed: Placed): Connected {
    const { network, txHash } = placed;
    const asset = coinNetwork(network).feeAsset;
    const spent = inputs.map((outpoint) => ({ outpoint, coin: this.coin(outpoint) }));
    if (spent.some(({ coin }) => coin?.isSpent)) return { outcome: 'never' };
    if (spent.some(({ coin }) => coin === undefined)) return { outcome: 'later' };
    const out = outputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
    // Everything goes through the transaction's own key, so that each entry has one from and one to.
    for (const { outpoint, coin } of spent) {
      if (!coin) continue;
      this.#file.prepare('update coin set spent_by = ? where outpoint = ?').run(txHash, outpoint);
      this.#enter(placed, { from: coin.key, to: txHash, asset, units: coin.units });
    }
    if (inputs.length === 0) this.#enter(placed, { from: MINT, to: txHash, asset, units: out });
    const fee = this.balance(network, txHash, asset) - out;
    for (const [place, { key, units, script }] of outputs.entries()) {
      this.#file
        .prepare('insert into coin values (?, ?, ?, ?, ?, null)')
        .run(`${txHash}:${place}`, key, units, script, txHash);
      this.#enter(placed, { from: txHash, to: key, asset, units: BigInt(units) });
    }
    if (fee > 0n) this.#enter(placed, { from: txHash, to: MINER, asset, units: fee });
    return { outcome: 'included', fee };
  }

  #enter(
    { network, blockHash, txHash }: Placed,
    move: { readonly from: string; readonly to: string; readonly asset: string; readonly units: bigint },
  ): void {
    const { from, to, asset, units } = move;
    this.#file
      .prepare(
        'insert into entry (network, block_hash, tx_hash, from_key, to_key, asset, units) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(network, blockHash, txHash, from, to, asset, String(units));
    this.#add(network, { key: from, asset, units: -units });
    this.#add(network, { key: to, asset, units });
  }

  #add(
    network: NetworkId,
    to: { readonly key: string; readonly asset: string; readonly units: bigint },
  ): void {
    const { key, asset, units } = to;
    const now = this.balance(network, key, asset) + units;
    this.#file
      .prepare(
        'insert into balance values (?, ?, ?, ?) on conflict (network, key, asset) do update set units = excluded.units',
      )
      .run(network, key, asset, String(now));
  }

  #setNonce(network: NetworkId, key: string, next: number): void {
    this.#file
      .prepare(
        'insert into nonce values (?, ?, ?) on conflict (network, key) do update set next = excluded.next',
      )
      .run(network, key, next);
  }
}
