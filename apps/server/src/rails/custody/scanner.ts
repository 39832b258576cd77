import type pg from 'pg';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { BlockId, ChainBlock, ChainRail } from '#rails/chain/port.ts';
import { ledgerAmountOf } from '#rails/chain/units.ts';
import type { KeyRing } from '#rails/custody/key-ring.ts';
import { type RecordedTransfer, TransferStore } from '#rails/custody/transfer-store.ts';
import type { Inbox } from '#rails/hand-over/inbox.ts';
import type { CoinReceipt, RailChange } from '#rails/ports.ts';

export interface ScannerOptions {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly chain: ChainRail;
  readonly keys: KeyRing;
  readonly inbox: Inbox;
}

/** Blocks in one turn: what is left waits for the next. */
const BLOCKS_MAX = 100;
/** Blocks that are remembered beyond those that make a transfer final. */
const KEPT_MORE = 200;

/**
 * Reads a chain block by block and stores what came to our addresses, takes back a block that has left, and
 * reports what is final. What was final and is gone all the same is reported as reversed.
 */
export class ChainScanner {
  readonly #options: ScannerOptions;
  readonly #store: TransferStore;

  constructor(options: ScannerOptions) {
    this.#options = options;
    this.#store = new TransferStore(options.chain.network.id);
  }

  async scan(stop?: AbortSignal): Promise<void> {
    const { chain, pool, keys } = this.#options;
    const tip = await chain.tip();
    let last = await this.#store.newestBlock(pool);
    if (last === undefined) {
      await keys.ownAddress(chain.network.id);
      await this.#begin(tip);
      return;
    }
    for (let count = 0; count < BLOCKS_MAX; count += 1) {
      stop?.throwIfAborted();
      const next = await chain.block(last.height + 1);
      const follows = next ? next.parentHash === last.hash : await this.#isInChain(last);
      if (follows && !next) break;
      if (follows && next) await this.#take(next);
      else await this.#drop(last.height);
      const newest = await this.#store.newestBlock(pool);
      if (!newest) throw new Error(`${chain.network.name} reorganised deeper than blocks are remembered.`);
      last = newest;
    }
    await this.#finish(last);
  }

  /** The first block that is read is the one of now: no address is older. */
  async #begin({ height }: BlockId): Promise<void> {
    const { chain, pool } = this.#options;
    const block = await chain.block(height);
    if (block) await this.#store.addBlock(pool, block, this.#kept());
  }

  async #isInChain({ height, hash }: BlockId): Promise<boolean> {
    return (await this.#options.chain.block(height))?.hash === hash;
  }

  async #take(block: ChainBlock): Promise<void> {
    const { chain, pool, clock } = this.#options;
    const { coins } = chain.network;
    const transfers = await chain.transfers(block, (to) => this.#store.pick(pool, to));
    await inTransaction(pool, async (on) => {
      for (const transfer of transfers) {
        const decimals = coins.find(({ asset }) => asset === transfer.asset)?.chainDecimals ?? 0;
        const { amount } = ledgerAmountOf(transfer.units, decimals);
        if (amount > 0n)
          await this.#store.addTransfer(on, { ...transfer, amount }, { block, nowMs: clock.nowMs() });
      }
      await this.#store.addBlock(on, block, this.#kept());
    });
  }

  async #drop(height: number): Promise<void> {
    await this.#tell(async (on) => {
      const reversed = await this.#store.dropBlock(on, height);
      return this.#changes(reversed, 'reversed');
    });
  }

  async #finish(last: BlockId): Promise<void> {
    const { chain, clock } = this.#options;
    const height = last.height - chain.network.confirmations + 1;
    await this.#tell(async (on) => {
      const finals = await this.#store.finals(on, height, clock.nowMs());
      return this.#changes(finals, 'booked');
    });
  }

  /** Changes go into the inbox with what makes them. */
  async #tell(make: (on: Queryable) => Promise<readonly RailChange[]>): Promise<void> {
    const { pool, inbox, chain } = this.#options;
    const news = await inTransaction(pool, async (on) =>
      inbox.keepWithin(on, chain.network.id, await make(on)),
    );
    if (news > 0) inbox.notifyListeners();
  }

  async #changes(
    transfers: readonly RecordedTransfer[],
    state: CoinReceipt['state'],
  ): Promise<readonly RailChange[]> {
    const fromOutside = transfers.filter(({ isOwn }) => !isOwn);
    if (fromOutside.length === 0) return [];
    const { addressOfKey } = await import('#rails/chain/addresses.ts');
    return fromOutside.map((transfer) => ({
      kind: 'coins',
      key: `coins:${transfer.externalId}:${state}:${transfer.blockHash}`,
      receipt: {
        externalId: transfer.externalId,
        network: transfer.network,
        asset: transfer.asset,
        amount: transfer.amount,
        state,
        ...(transfer.accountId !== undefined && { accountId: transfer.accountId }),
        address: addressOfKey(transfer.network, transfer.key),
        ...(transfer.tag !== undefined && { tag: transfer.tag }),
        blockHeight: transfer.blockHeight,
        bookedAtMs: transfer.seenAtMs,
      },
    }));
  }

  #kept(): number {
    return this.#options.chain.network.confirmations + KEPT_MORE;
  }
}
