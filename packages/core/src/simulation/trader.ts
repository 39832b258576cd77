import { apply, stepsBefore } from '#engine.ts';
import type { NamedAgent } from '#model/agent.ts';
import type { Command } from '#model/command.ts';
import type { AccountOpen, AccountTransfer } from '#model/commands/account-commands.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { QuoteLevel } from '#model/commands/venue-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Bucket, HouseLedgerAccount, Wallet } from '#model/ledger.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { usualOffer } from '#products/offers.ts';
import { createWorld, GRANTS, START } from '#simulation/world.ts';
import type { CoreState } from '#state.ts';
import {
  type AccountId,
  type AssetId,
  accountId,
  amount,
  assert,
  type ClientId,
  type Environment,
  type InstantMs,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

/** Order fields that a person at a trader gives: numbers in smallest units, the rest as usual. */
export interface Ask
  extends Partial<
    Pick<OrderPlace, 'clientId' | 'contentHash' | 'orderType' | 'validity' | 'conditions' | 'agent'>
  > {
  readonly by: AccountId;
  readonly at?: bigint;
  readonly size: bigint;
  readonly product?: OrderPlace['product'];
}

/** The core with a pen: gives commands their numbers, so that a test reads as a story. */
export class Trader {
  state: CoreState = createWorld();
  atMs: InstantMs = START;
  #clients = 0;

  apply(command: Command): Applied {
    for (const before of stepsBefore(this.state, command)) this.apply(before);
    return apply(this.state, { sequence: this.state.lastSequence + 1, atMs: this.atMs, command });
  }

  /** Opens a demo account with the world's grants. */
  open(id: number): AccountId {
    const opened = accountId(id);
    this.apply({ type: 'account.open', accountId: opened, environment: 'demo', grants: GRANTS });
    return opened;
  }

  /** Opens a sub-account of a demo account. */
  openSub(id: number, subOf: NonNullable<AccountOpen['subOf']>): AccountId {
    const accountOpened = accountId(id);
    const grants = { cash: [], shares: [] };
    this.apply({ type: 'account.open', accountId: accountOpened, environment: 'demo', grants, subOf });
    return accountOpened;
  }

  transfer(
    moved: Pick<AccountTransfer, 'accountId' | 'subAccountId' | 'wallet' | 'assetId'> & {
      readonly units: bigint;
      readonly back?: boolean;
      readonly clientId?: ClientId;
      readonly agent?: NamedAgent;
    },
  ): Applied {
    const { units, back, clientId = this.#freshId(), ...rest } = moved;
    const direction = back ? 'fromSubAccount' : 'toSubAccount';
    const what = { ...rest, clientId, contentHash: `${direction} ${units}`, direction } as const;
    return this.apply({ type: 'account.transfer', ...what, amount: amount(units) });
  }

  quote(
    instrument: Instrument,
    levels: {
      bids?: readonly [bigint, bigint][];
      asks?: readonly [bigint, bigint][];
      environment?: Environment;
    },
  ): Applied {
    const of = (side: readonly [bigint, bigint][] = []): QuoteLevel[] =>
      side.map(([at, size]) => [price(at), quantity(size)]);
    const { environment = 'demo', bids, asks } = levels;
    return this.apply({
      type: 'marketMaker.quote',
      instrumentId: instrument.id,
      environment,
      bids: of(bids),
      asks: of(asks),
    });
  }

  command(side: 'buy' | 'sell', instrument: Instrument, ask: Ask): OrderPlace {
    const clientId = ask.clientId ?? this.#freshId();
    return {
      type: 'order.place',
      accountId: ask.by,
      clientId,
      contentHash: ask.contentHash ?? 'content',
      instrumentId: instrument.id,
      side,
      orderType: ask.orderType ?? (ask.at === undefined ? 'market' : 'limit'),
      validity: ask.validity ?? usualOffer(instrument).restsFor,
      ...(ask.at !== undefined && { priceLimit: price(ask.at) }),
      quantity: quantity(ask.size),
      ...(ask.product !== undefined && { product: ask.product }),
      ...(ask.agent && { agent: ask.agent }),
      ...(ask.conditions && { conditions: ask.conditions }),
    };
  }

  #freshId(): ClientId {
    this.#clients += 1;
    const fresh = parseClientId(`trader-${String(this.#clients).padStart(8, '0')}`);
    assert(fresh !== undefined, 'Invariant: a trader writes well formed client ids');
    return fresh;
  }

  buy(instrument: Instrument, ask: Ask): Applied {
    return this.apply(this.command('buy', instrument, ask));
  }

  sell(instrument: Instrument, ask: Ask): Applied {
    return this.apply(this.command('sell', instrument, ask));
  }

  balance(of: { by: AccountId; wallet: Wallet; asset: AssetId; bucket?: Bucket }): bigint {
    const assetBalance = this.state.accountSide.accounts
      .get(of.by)
      ?.holdings.assetBalances[of.wallet].get(of.asset);
    return assetBalance?.[of.bucket ?? 'available'].amount ?? 0n;
  }

  house(environment: Environment, name: HouseLedgerAccount, asset: AssetId): bigint {
    return this.state.accountSide.house[environment].get(name)?.get(asset)?.amount ?? 0n;
  }
}

/** The order of an answer that is one. */
export function orderOf({ outcome }: Applied): Order {
  assert(
    outcome.ok && outcome.type === 'order',
    `Condition: an order expected, not ${JSON.stringify(outcome, textOf)}`,
  );
  return outcome.order;
}

/** The code of a refusal, or what it was instead. */
export function codeOf({ outcome }: Applied): string {
  return outcome.ok ? outcome.type : outcome.refusal.code;
}

function textOf(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
