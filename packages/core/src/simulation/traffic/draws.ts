import type { Command } from '#model/command.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Random } from '#simulation/random.ts';
import type { Issue } from '#simulation/traffic/rights-traffic.ts';
import { type Customers, FEW_CUSTOMERS, HABITS, type Habit, INSTRUMENTS } from '#simulation/world.ts';
import {
  type AccountId,
  type ClientId,
  type InstantMs,
  type OrderId,
  type Price,
  parseClientId,
  price,
  type Quantity,
  quantity,
} from '#values/index.ts';

/* Draws of all traffic: what happened before, somebody, an instrument, a price near its others, a size. */

/** A sub-account that was asked for. */
export interface Sub {
  readonly accountId: AccountId;
  readonly parentId: AccountId;
}

/** A command to come, made when its turn is. */
export type SceneCommand = (traffic: Traffic) => Command;

/** Memory of the traffic, so that it makes sense most of the time. */
export interface Traffic {
  readonly random: Random;
  readonly customers: Customers;
  readonly listed: Map<string, Instrument>;
  /** Instrument of half of the traffic, so that a short run meets a busy book. */
  readonly favourite: Instrument;
  day: number;
  atMs: InstantMs;
  count: number;
  /** Orders that were placed, with their accounts: some to cancel. */
  readonly placed: { accountId: AccountId; orderId: OrderId; instrumentId: string }[];
  lastOrder: OrderPlace | undefined;
  /** Rights issues that somebody may apply for, each with one who was entitled. */
  readonly issues: Issue[];
  /** Some runs have families: the others stay dense. */
  readonly hasFamilies: boolean;
  /** One command in so many sets an own limit; 0 for none. */
  readonly limitsOneIn: number;
  /** One command in so many begins a scene; 0 for none. */
  readonly scenesOneIn: number;
  /** Commands of a scene that are still to come. */
  readonly scene: SceneCommand[];
  /** Sub-accounts that were asked for. */
  readonly subs: Sub[];
}

/** Traffic beside the usual, which some runs have. */
export type TrafficMix = Pick<Traffic, 'hasFamilies' | 'limitsOneIn' | 'scenesOneIn'>;

export function createTraffic(
  random: Random,
  atMs: InstantMs,
  {
    customers = FEW_CUSTOMERS,
    hasFamilies = true,
    limitsOneIn = 40,
    scenesOneIn = 80,
  }: Partial<Pick<Traffic, 'customers'> & TrafficMix> = {},
): Traffic {
  const listed = new Map(INSTRUMENTS.map((instrument) => [instrument.id, instrument]));
  return {
    random,
    customers,
    listed,
    favourite: random.pick(INSTRUMENTS),
    day: 0,
    atMs,
    count: 0,
    placed: [],
    lastOrder: undefined,
    issues: [],
    hasFamilies,
    limitsOneIn,
    scenesOneIn,
    scene: [],
    subs: [],
  };
}

export function anyCustomer({ random, customers }: Pick<Traffic, 'random' | 'customers'>): AccountId {
  return random.once(5) ? random.pick(customers.real) : random.pick(customers.demo);
}

export function anyInstrument({ random, listed, favourite }: Traffic): Instrument {
  const instrument = random.once(3) ? random.pick(INSTRUMENTS) : favourite;
  return listed.get(instrument.id) ?? instrument;
}

function habitOf({ id }: Instrument): Habit {
  const habit = HABITS.get(id);
  if (habit === undefined) throw new Error(`Invariant: ${id} is in the world`);
  return habit;
}

/** The middle of an instrument's prices, on its tick. */
export function middleOf(instrument: Instrument): bigint {
  const { middle } = habitOf(instrument);
  return middle - (middle % instrument.tickSize);
}

/** A step of an instrument's prices. */
export function stepOf(instrument: Instrument): bigint {
  return instrument.tickSize * habitOf(instrument).stepTicks;
}

export function priceNear(traffic: Traffic, instrument: Instrument, reach = 6): Price {
  const steps = BigInt(traffic.random.below(2 * reach + 1) - reach);
  const near = middleOf(instrument) + steps * stepOf(instrument);
  return price(traffic.random.once(40) ? near + 1n : near);
}

export function quantityFor({ random }: Traffic, instrument: Instrument): Quantity {
  if (random.once(60)) return quantity(BigInt(random.below(3)) * 7n);
  const most = habitOf(instrument).lotsMax * (random.once(12) ? 20 : 1);
  return quantity(instrument.lotSize * BigInt(1 + random.below(most)));
}

export function clientIdOf(count: number): ClientId {
  const clientId = parseClientId(`client-${String(count).padStart(8, '0')}`);
  if (clientId === undefined) throw new Error('Invariant: a simulated client id is well formed');
  return clientId;
}
