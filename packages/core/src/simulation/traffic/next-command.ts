import type { Command } from '#model/command.ts';
import { DUE_SWEEP_NAMES } from '#model/sweep.ts';
import { corporateAct } from '#simulation/traffic/corporate-traffic.ts';
import { correction } from '#simulation/traffic/correction-traffic.ts';
import { anyCustomer, anyInstrument, clientIdOf, type Traffic } from '#simulation/traffic/draws.ts';
import { familyCommand } from '#simulation/traffic/family-traffic.ts';
import { limitCommand } from '#simulation/traffic/limit-traffic.ts';
import { marketMakerQuote, marketMakerTake } from '#simulation/traffic/market-maker-traffic.ts';
import { basket, cancel, handle, order } from '#simulation/traffic/order-traffic.ts';
import { rightsCommand } from '#simulation/traffic/rights-traffic.ts';
import { scene } from '#simulation/traffic/scene-traffic.ts';
import { newCharges, newDay, newMarks, relist } from '#simulation/traffic/venue-traffic.ts';
import { ARUNA, BTC_USDT, GRANTS } from '#simulation/world.ts';
import { instantMs, MINUTE_MS } from '#values/index.ts';

/** The next command of customers, market, staff or clock, some of which are nonsense. */
export function nextCommand(traffic: Traffic): Command {
  const { random, customers } = traffic;
  traffic.count += 1;
  traffic.atMs = instantMs(traffic.atMs + random.below(MINUTE_MS));
  const first = customers.demo[traffic.count - 1];
  if (first !== undefined)
    return { type: 'account.open', accountId: first, environment: 'demo', grants: GRANTS };
  // Most runs cut sweeps small, so that a crash comes between any two steps.
  if (traffic.count === customers.demo.length + 1 && !random.once(4))
    return { type: 'rules.set', stepMax: 1 + random.below(8) };
  const next = traffic.scene.shift();
  if (next) return next(traffic);
  if (random.once(8)) return { type: 'sweep.step' };
  if (traffic.scenesOneIn > 0 && random.once(traffic.scenesOneIn)) traffic.scene.push(...scene(traffic));
  if (traffic.limitsOneIn > 0 && random.once(traffic.limitsOneIn)) return limitCommand(traffic);
  if (traffic.hasFamilies && random.once(4)) return familyCommand(traffic);
  if (traffic.issues.length > 0 && random.once(4))
    return rightsCommand(traffic, { accountId: anyCustomer(traffic), clientId: clientIdOf(traffic.count) });
  const roll = random.below(100);
  if (roll < 42) {
    traffic.lastOrder = order(traffic);
    return traffic.lastOrder;
  }
  if (roll < 45) return basket(traffic);
  if (roll < 60) return marketMakerQuote(traffic);
  if (roll < 70) return marketMakerTake(traffic);
  if (roll < 75) return cancel(traffic);
  if (roll < 80) return handle(traffic);
  if (roll < 83 && traffic.lastOrder) return traffic.lastOrder;
  if (roll < 84)
    return {
      type: 'intraday.close',
      accountId: anyCustomer(traffic),
      instrumentId: anyInstrument(traffic).id,
    };
  if (roll < 87) return corporateAct(traffic);
  if (roll < 88)
    return random.once(3)
      ? { type: 'lots.settle', accountId: anyCustomer(traffic) }
      : scheduledCommand(traffic);
  if (roll < 90) return { type: 'session.end', venue: random.once(2) ? ARUNA.venue : BTC_USDT.venue };
  if (roll < 94) return newDay(traffic);
  if (roll < 96) return random.once(2) ? reset(traffic) : newCharges(traffic);
  if (roll < 98) return relist(traffic);
  if (roll < 99) return random.once(3) ? { type: 'prices.keep' } : newMarks(traffic);
  return random.once(3) ? correction(traffic) : setting(traffic);
}

/** A change of an account by staff or its owner; either may freeze it, and seldom for long. */
function setting(traffic: Traffic): Command {
  const { random } = traffic;
  return {
    type: 'account.set',
    accountId: anyCustomer(traffic),
    ...(random.once(2) && { status: random.once(5) ? 'frozen' : 'active' }),
    ...(random.once(4) && { ownerFrozen: random.once(5) }),
    ...(random.once(4) && { withdrawalsFrozen: random.once(2) }),
    ...(random.once(2) && { spotFeeTier: random.below(2) }),
  };
}

/** Work that the clock has made due, on a few accounts; whether others are left is found out later. */
function scheduledCommand(traffic: Traffic): Command {
  const { random } = traffic;
  const name = DUE_SWEEP_NAMES[random.below(DUE_SWEEP_NAMES.length)] ?? 'settlement';
  const accounts = [anyCustomer(traffic)];
  return { type: 'accounts.sweep', name, accounts, isLast: random.once(3) };
}

function reset(traffic: Traffic): Command {
  const accountId = anyCustomer(traffic);
  const clientId = clientIdOf(traffic.count);
  return { type: 'account.reset', accountId, clientId, contentHash: 'reset', grants: GRANTS };
}
