import type { AccountSet } from '#model/commands/account-commands.ts';
import type { LimitSet } from '#model/commands/limit-commands.ts';
import { HALF_HOURS, type OwnLimitName } from '#model/own-limit.ts';
import { anyCustomer, type Traffic } from '#simulation/traffic/draws.ts';
import { INR, USDT } from '#simulation/world.ts';
import { amount, HOUR_MS, INDIA_OFFSET_MS } from '#values/index.ts';

const NAMES: readonly [OwnLimitName, ...OwnLimitName[]] = [
  'dayLoss',
  'dayLoss',
  'dayOrders',
  'dayOrders',
  'dayOrders',
  'leverage',
  'nightLock',
  'nightLock',
  'exclusion',
];
const OFFSETS = [330, 360, -180] as const;

/** Own limits are set, tightened, loosened and taken back, a few of them to nonsense; so are own freezes. */
export function limitCommand(traffic: Traffic): LimitSet | AccountSet {
  const { random, customers } = traffic;
  if (random.once(6))
    return { type: 'account.set', accountId: anyCustomer(traffic), ownerFrozen: random.once(2) };
  const name = random.pick(NAMES);
  const isOfAsset = (name === 'dayLoss') !== random.once(30);
  const isNone = random.once(3);
  return {
    type: 'limit.set',
    accountId: random.once(3) ? anyCustomer(traffic) : customers.demo[0],
    name,
    ...(isOfAsset && { assetId: random.once(4) ? USDT : INR }),
    ...(!isNone && { value: amount(drawnValue(name, traffic)) }),
    onlyStricter: random.once(4),
    offsetMinutes: random.pick(OFFSETS),
    ...(random.once(5) && { usedBefore: amount(BigInt(random.below(100) - 50)) }),
  };
}

/** Some half hours in India from an instant on, as bits. */
function hoursFrom(atMs: number, count: number): bigint {
  const first = Math.floor((atMs + INDIA_OFFSET_MS) / (HOUR_MS / 2));
  let bits = 0n;
  for (let slot = first; slot < first + count; slot += 1) bits |= 1n << BigInt(slot % HALF_HOURS);
  return bits;
}

function drawnValue(name: OwnLimitName, { random, atMs }: Traffic): bigint {
  switch (name) {
    case 'dayOrders':
      return BigInt(random.below(4));
    case 'leverage':
      return BigInt(1 + random.below(6));
    case 'nightLock':
      return hoursFrom(atMs + random.below(HOUR_MS), 1 + random.below(3));
    case 'exclusion':
      return BigInt(atMs + random.below(HOUR_MS / 4));
    default:
      return BigInt(random.below(random.once(2) ? 1_000_00 : 50_00));
  }
}
