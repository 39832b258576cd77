import type { Command } from '#model/command.ts';

/** Facts of a kind of command, beside its fields and what applying it does. */
export interface CommandKind {
  /** Sender: a customer or their program, people of staff, the market maker, or the system. */
  readonly sender: 'customer' | 'staff' | 'marketMaker' | 'system';
  /** A new or a changed order: the writer's queue has room for these apart. */
  readonly isOrder?: true;
  /**
   * Whether the command only ends risk and leaves no order that could trade with those it passed, so that
   * it may go before commands that came earlier (`docs/decisions/0021-one-order-of-arrival.md`).
   */
  readonly endsRisk?: true;
  /**
   * Repeated by the clock or by a rule until the work is done: one that changed no row is not journaled,
   * because asked every second it would fill the disk.
   */
  readonly isRepeated?: true;
  /** Sent again where it was refused: a refusal is not journaled, and an answer may be known from then on. */
  readonly isSentAgain?: true;
}

/** Every kind of command, one line each. */
export const COMMAND_KINDS: Readonly<Record<Command['type'], CommandKind>> = {
  'account.open': { sender: 'customer' },
  'account.reset': { sender: 'customer' },
  'account.set': { sender: 'system', isSentAgain: true },
  'account.transfer': { sender: 'customer' },
  'accounts.step': { sender: 'system' },
  'accounts.sweep': { sender: 'system', isRepeated: true },
  'corporate.act': { sender: 'system' },
  'corporate.begin': { sender: 'system' },
  'correction.post': { sender: 'staff' },
  'instrument.set': { sender: 'system', isSentAgain: true },
  'intraday.close': { sender: 'system', endsRisk: true, isRepeated: true },
  'limit.set': { sender: 'customer' },
  'lots.settle': { sender: 'system', isRepeated: true },
  'marketMaker.quote': { sender: 'marketMaker' },
  'marketMaker.take': { sender: 'marketMaker' },
  'order.basket': { sender: 'customer', isOrder: true },
  'order.cancel': { sender: 'customer', endsRisk: true },
  'order.cancelAll': { sender: 'customer', endsRisk: true },
  'order.modify': { sender: 'customer', isOrder: true },
  'order.place': { sender: 'customer', isOrder: true },
  'orders.expire': { sender: 'system', endsRisk: true, isRepeated: true },
  'prices.keep': { sender: 'system' },
  'prices.mark': { sender: 'system', isRepeated: true, isSentAgain: true },
  'rights.apply': { sender: 'customer' },
  'rights.close': { sender: 'system', isRepeated: true },
  'rules.set': { sender: 'system', isSentAgain: true },
  'session.end': { sender: 'system' },
  'sweep.step': { sender: 'system' },
};
