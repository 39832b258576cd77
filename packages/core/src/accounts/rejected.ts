import type { AccountSide } from '#ledger/account.ts';
import { type Recorder, replaceRow, track } from '#ledger/recorder.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Order } from '#model/order.ts';
import type { RefusalCode } from '#model/refusal.ts';
import { usualProduct } from '#products/list.ts';
import { amount, orderId, quantity } from '#values/index.ts';

/** Row of a refused order, which its owner sees: it holds nothing; undefined where it names nothing known. */
export function rejectedOrder(
  { facts, accounts }: AccountSide,
  { command, code }: { readonly command: OrderPlace; readonly code: RefusalCode },
  recorder: Recorder,
): Order | undefined {
  const account = accounts.get(command.accountId);
  const instrument = facts.instruments.get(command.instrumentId);
  const { priceLimit, conditions } = command;
  if (!account || !instrument || priceLimit === undefined) return undefined;
  const { sequence, atMs } = recorder;
  const none = amount(0n);
  const tracked = track<Order>({
    id: orderId(sequence),
    accountId: command.accountId,
    environment: account.holdings.environment,
    instrumentId: command.instrumentId,
    clientId: command.clientId,
    side: command.side,
    type: command.orderType,
    validity: command.validity,
    priceLimit,
    quantity: command.quantity,
    quantityFilled: quantity(0n),
    turnoverTaken: none,
    turnoverMade: none,
    charges: {},
    fillCount: 0,
    ruleVersion: usualProduct(instrument).ruleVersionNow(facts, instrument),
    spotFeeTier: account.row.row.spotFeeTier,
    priority: sequence,
    placedAtMs: atMs,
    ...(command.agent && { agent: command.agent }),
    ...(conditions?.gtt && { conditions: { origin: 'gtt' } }),
    state: { name: 'rejected', endedAtMs: atMs, code },
  });
  replaceRow({ recorder, list: recorder.orders }, tracked, tracked.row);
  return tracked.row;
}
