import type pg from 'pg';
import type { NetworkCoin } from '#market/catalogue/coin-networks.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { ChainRail, FeeQuote } from '#rails/chain/port.ts';
import type { KeyRing } from '#rails/custody/key-ring.ts';
import { type RecordedTransfer, TransferStore } from '#rails/custody/transfer-store.ts';
import { planEthereum, type Sender, type Sent } from '#rails/payments/plan-ethereum.ts';
import { type OwnTransaction, TransactionStore } from '#rails/payments/transaction-store.ts';

export interface CollectorOptions {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly chain: ChainRail;
  readonly keys: KeyRing;
}

const TRANSFERS_MAX = 20;
const ADDRESSES_MAX = 5;
const OPEN_MAX = 100;
const OWN: [1, number] = [1, 0];
/** Parts of the fee by which an address is given more than it needs now: fees grow. */
const GAS_MARGIN = 4n;

/**
 * Collects coins from customers' addresses at our own, as a payment of Ethereum has one sender, by the
 * chain's payer. Bitcoin needs none of it, and no network with tags.
 */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #transactions: TransactionStore;
  readonly #transfers: TransferStore;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#transactions = new TransactionStore(options.chain.network.id);
    this.#transfers = new TransferStore(options.chain.network.id);
  }

  async turn(stop?: AbortSignal): Promise<void> {
    const { chain } = this.#options;
    const { network } = chain;
    if (network.dialect !== 'ethereum' || network.hasTag) return;
    const open = await this.#transactions.open(this.#options.pool, OPEN_MAX);
    for (const coin of network.coins) {
      stop?.throwIfAborted();
      await this.#collectCoin(coin, open);
    }
  }

  async #collectCoin(coin: NetworkCoin, open: readonly OwnTransaction[]): Promise<void> {
    const { pool, chain } = this.#options;
    const { asset, depositMin: least } = coin;
    const found = await this.#transfers.unspent(pool, { branches: [0], asset, least, limit: TRANSFERS_MAX });
    if (found.length === 0) return;
    const quote = await chain.feeQuote(asset);
    const byKey = Map.groupBy(found, ({ key }) => key);
    for (const [key, transfers] of [...byKey].slice(0, ADDRESSES_MAX)) {
      // One at a time: the next is looked at when the one before has ended.
      const isBusy = open.some((one) => one.sender === key || isGasFor(one, transfers));
      if (!isBusy) await this.#collect(coin, transfers, quote);
    }
  }

  async #collect(coin: NetworkCoin, transfers: readonly RecordedTransfer[], quote: FeeQuote): Promise<void> {
    const { chain } = this.#options;
    const [first] = transfers;
    if (!first) return;
    const { feeAsset } = chain.network;
    const own = (await chain.balance(first.key, feeAsset)) ?? 0n;
    const isToken = coin.asset !== feeAsset;
    if (isToken && own < quote.transferUnits) {
      await this.#giveGas(first, quote.transferUnits + quote.transferUnits / GAS_MARGIN - own);
      return;
    }
    const units = isToken ? ((await chain.balance(first.key, coin.asset)) ?? 0n) : own - quote.transferUnits;
    if (units <= 0n) return;
    const place: [0 | 1, number] = [first.branch, first.place];
    const sender = { key: first.key, place, nonce: await chain.nextNonce(first.key) };
    const sent: Sent = { to: { kind: 'own', place: OWN }, asset: coin.asset, units };
    await this.#add(
      'collect',
      { sender, sent, quote },
      transfers.map(({ externalId }) => externalId),
    );
  }

  /** Coins that an address of a customer needs to pay the fee of its token. */
  async #giveGas({ branch, place }: RecordedTransfer, units: bigint): Promise<void> {
    const { chain, keys, pool } = this.#options;
    const { feeAsset } = chain.network;
    const quote = await chain.feeQuote(feeAsset);
    const { key } = await keys.ownAddress(chain.network.id);
    if (((await chain.balance(key, feeAsset)) ?? 0n) < units + quote.transferUnits) return;
    const open = await this.#transactions.open(pool, OPEN_MAX);
    const planned = open.flatMap((one) => (one.sender === key ? [(one.nonce ?? 0) + 1] : []));
    const sender = { key, place: OWN, nonce: Math.max(await chain.nextNonce(key), ...planned) };
    const sent: Sent = { to: { kind: 'own', place: [branch, place] }, asset: feeAsset, units };
    await this.#add('gas', { sender, sent, quote }, []);
  }

  async #add(
    purpose: 'collect' | 'gas',
    of: { readonly sender: Sender; readonly sent: Sent; readonly quote: FeeQuote },
    spent: readonly string[],
  ): Promise<void> {
    const { pool, chain, clock } = this.#options;
    const plan = planEthereum(chain.network, of);
    const { key: sender, nonce } = of.sender;
    await inTransaction(pool, async (on) => {
      const added = await this.#transactions.add(on, { purpose, plan, sender, nonce }, clock.nowMs());
      await this.#transfers.spend(on, spent, added.transactionNo);
    });
  }
}

/** A transaction under way that brings one of these addresses what it needs. */
function isGasFor({ purpose, plan }: OwnTransaction, [first]: readonly RecordedTransfer[]): boolean {
  if (purpose !== 'gas' || plan.dialect !== 'ethereum' || plan.to.kind !== 'own') return false;
  return plan.to.place[0] === first?.branch && plan.to.place[1] === first.place;
}
