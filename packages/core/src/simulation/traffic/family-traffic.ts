import type { Command } from '#model/command.ts';
import type { AccountOpen, AccountTransfer } from '#model/commands/account-commands.ts';
import type { Random } from '#simulation/random.ts';
import { anyCustomer, clientIdOf, type Sub, type Traffic } from '#simulation/traffic/draws.ts';
import { order } from '#simulation/traffic/order-traffic.ts';
import { ARUNA, BHUMI, BTC_USDT, INR, USDT } from '#simulation/world.ts';
import { accountId, amount, type Environment } from '#values/index.ts';

/** Sub-accounts that one customer asks for at most. */
const SUBS_MAX = 2;

interface Moved extends Pick<AccountTransfer, 'wallet' | 'assetId'> {
  readonly most: number;
  readonly units: bigint;
}

/** Assets that are moved, and about how much of each a customer has. */
const MOVED: readonly [Moved, ...Moved[]] = [
  { wallet: 'stock', assetId: INR, most: 50_000, units: 100n },
  { wallet: 'stock', assetId: ARUNA.baseAsset, most: 200, units: 1n },
  { wallet: 'stock', assetId: BHUMI.baseAsset, most: 2_000, units: 1n },
  { wallet: 'spot', assetId: USDT, most: 5_000, units: 100_000_000n },
  { wallet: 'spot', assetId: BTC_USDT.baseAsset, most: 50_000, units: 1_000n },
];

/** Sub-accounts open, take money, shares and coins, trade by their robots, are frozen, and give back. */
export function familyCommand(traffic: Traffic): Command {
  const { random, subs } = traffic;
  const sub = subs[random.below(Math.max(1, subs.length))];
  if (sub === undefined || random.once(8)) return opened(traffic);
  if (random.once(15)) return statusOf(random, sub);
  return random.once(2)
    ? moved(traffic, sub)
    : { ...order(traffic), accountId: sub.accountId, agent: 'robot' };
}

function opened(traffic: Traffic): AccountOpen {
  const { random, subs, customers } = traffic;
  const parentId = anyCustomer(traffic);
  const id = accountId(100 + 10 * parentId + random.below(SUBS_MAX));
  const isReal = customers.real.includes(parentId) !== random.once(20);
  const environment: Environment = isReal ? 'real' : 'demo';
  if (!subs.some((one) => one.accountId === id)) subs.push({ accountId: id, parentId });
  const grants = { cash: [], shares: [] };
  return { type: 'account.open', accountId: id, environment, grants, subOf: { parentId, purpose: 'robot' } };
}

function moved(traffic: Traffic, { accountId: subAccountId, parentId }: Sub): Command {
  const { random, count } = traffic;
  const { most, units, ...what } = random.pick(MOVED);
  const many = random.once(20) ? 0 : 1 + random.below(random.once(10) ? 20 * most : most);
  const isOut = random.once(4);
  return {
    type: 'account.transfer',
    accountId: random.once(30) ? anyCustomer(traffic) : parentId,
    clientId: clientIdOf(random.once(50) ? count - 1 : count),
    contentHash: `transfer-${count}`,
    subAccountId,
    direction: isOut ? 'fromSubAccount' : 'toSubAccount',
    ...what,
    amount: amount(BigInt(many) * units),
  };
}

function statusOf(random: Random, { accountId: id, parentId }: Sub): Command {
  const status = random.pick(['active', 'active', 'frozen', 'closed'] as const);
  const limits = { openOrdersMax: 1 + random.below(4) };
  return { type: 'account.set', accountId: id, parentId, status, ...(random.once(3) && { limits }) };
}
