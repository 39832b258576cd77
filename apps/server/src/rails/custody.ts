import { type Amount, type AssetId, amount, append } from '@tarazu/core/values';
import type pg from 'pg';
import { coinNetwork, type NetworkId } from '#market/catalogue/coin-networks.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { AddressCheck, ChainKind } from '#rails/chain/addresses.ts';
import type { ChainRail } from '#rails/chain/port.ts';
import { ledgerAmountOf, ledgerCostOf } from '#rails/chain/units.ts';
import { type DepositAddress, KeyRing } from '#rails/custody/key-ring.ts';
import { ChainScanner } from '#rails/custody/scanner.ts';
import { type RecordedTransfer, TransferStore, transfersOfAccount } from '#rails/custody/transfer-store.ts';
import type { Inbox } from '#rails/hand-over/inbox.ts';
import { ChainPayer } from '#rails/payments/chain-payer.ts';
import { Collector } from '#rails/payments/collector.ts';
import type { PaymentStore } from '#rails/payments/payment-store.ts';
import { type RailHolding, RailUnavailable } from '#rails/ports.ts';
import type { SignerPort } from '#rails/signer/signer-client.ts';

export interface CustodyOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly chains: readonly ChainRail[];
  readonly signer: SignerPort;
  readonly kind: ChainKind;
  readonly inbox: Inbox;
  readonly payments: PaymentStore;
}

/** Coins on their way to an account: its confirmations grow until they suffice. */
export interface IncomingTransfer extends RecordedTransfer {
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
}

const LOOK_EVERY_MS = 3_000;

/** Coins that chains hold for us: addresses, what comes in, what a transfer costs. */
export class Custody {
  readonly chains: ReadonlyMap<NetworkId, ChainRail>;
  readonly jobs: readonly Job[];
  readonly #options: CustodyOptions;
  readonly #keys: KeyRing;

  constructor(options: CustodyOptions) {
    this.#options = options;
    this.chains = new Map(options.chains.map((chain) => [chain.network.id, chain]));
    this.#keys = new KeyRing(options);
    this.jobs = options.chains.map((chain) => this.#jobOf(chain));
  }

  /**
   * The address of an account on a network, the same for ever; who the account is, and whether it may be paid
   * coins, is the caller's to know.
   * @throws RailUnavailable at the first time, while the signer does not answer.
   */
  depositAddress(network: NetworkId, accountId: number): Promise<DepositAddress> {
    return this.#keys.addressFor(network, accountId);
  }

  /** Whether a text is an address that can be paid, with its checksum; `address` as it is written best. */
  async checkAddress(network: NetworkId, text: string): Promise<AddressCheck> {
    const { checkAddress } = await import('#rails/chain/addresses.ts');
    return checkAddress(network, text, this.#keys.kind);
  }

  /** Coins that came for an account, newest first, those that are not final among them. */
  async incoming(of: {
    readonly accountId: number;
    readonly beforeMs: number;
    readonly limit: number;
  }): Promise<readonly IncomingTransfer[]> {
    const { pool } = this.#options;
    const tips = new Map<NetworkId, number>();
    const found = await transfersOfAccount(pool, of);
    for (const { network } of found)
      if (!tips.has(network))
        tips.set(network, (await new TransferStore(network).newestBlock(pool))?.height ?? 0);
    return found.map((transfer) => {
      const tip = tips.get(transfer.network) ?? 0;
      const isThere = transfer.state === 'pending' || transfer.state === 'final';
      const confirmations = isThere ? Math.max(0, tip - transfer.blockHeight + 1) : 0;
      const confirmationsNeeded = coinNetwork(transfer.network).confirmations;
      return { ...transfer, confirmations, confirmationsNeeded };
    });
  }

  /**
   * Cost of one transfer now, in units of 1e-8 of the network's own coin.
   * @throws RailUnavailable while the network is away, or not open here.
   */
  async feeOf(
    network: NetworkId,
    asset: AssetId,
  ): Promise<{ readonly asset: AssetId; readonly amount: Amount }> {
    const chain = this.#chain(network);
    const { feeAsset, coins } = chain.network;
    const own = coins.find(({ token }) => token === undefined);
    const { transferUnits } = await chain.feeQuote(asset);
    return { asset: feeAsset, amount: ledgerCostOf(transferUnits, own?.chainDecimals ?? 0) };
  }

  /** Coins by network, `own` for payments and `customers` until collected; none of a network that is away. */
  async holdings(): Promise<readonly (RailHolding & { readonly network: NetworkId })[]> {
    const found: (RailHolding & { readonly network: NetworkId })[] = [];
    for (const chain of this.chains.values()) append(found, await this.#holdingsOf(chain));
    return found;
  }

  async #holdingsOf(chain: ChainRail): Promise<readonly (RailHolding & { readonly network: NetworkId })[]> {
    const { pool } = this.#options;
    const { id: network, coins } = chain.network;
    const kept = await new TransferStore(network).held(pool);
    const { key } = await this.#keys.ownAddress(network);
    const found: (RailHolding & { readonly network: NetworkId })[] = [];
    for (const { asset, chainDecimals } of coins) {
      const sumOf = (branch: number): Amount =>
        amount(
          kept
            .filter((one) => one.asset === asset && one.branch === branch)
            .reduce((sum, one) => sum + one.amount, 0n),
        );
      const units = await chain.balance(key, asset);
      const own = units === undefined ? sumOf(1) : ledgerAmountOf(units, chainDecimals).amount;
      found.push({ network, account: 'own', asset, amount: own });
      // With tags all lies at our own address already.
      if (!chain.network.hasTag) found.push({ network, account: 'customers', asset, amount: sumOf(0) });
    }
    return found;
  }

  #chain(network: NetworkId): ChainRail {
    const chain = this.chains.get(network);
    if (!chain) throw new RailUnavailable(`${network} is not open here.`);
    return chain;
  }

  #jobOf(chain: ChainRail): Job {
    const parts = { ...this.#options, chain, keys: this.#keys };
    const scanner = new ChainScanner(parts);
    const collector = new Collector(parts);
    const payer = new ChainPayer(parts);
    return {
      name: `rails: ${chain.network.id}`,
      everyMs: LOOK_EVERY_MS,
      problem: `${chain.network.name} could not be read or paid over.`,
      run: async (stop) => {
        await scanner.scan(stop);
        await payer.turn(stop);
        await collector.turn(stop);
      },
    };
  }
}
