import type { Command, Outcome } from '@tarazu/core';
import type { EngineLog } from './options.ts';

/**
 * Refusals of what the house asks by itself. Its commands are made to be taken, so that each refusal is a
 * sign: it is counted, and said in the log once for each kind of command and code.
 */
export class HouseRefusals {
  readonly #log: EngineLog;
  readonly #onRefused: ((command: Command, code: string) => void) | undefined;
  readonly #said = new Set<string>();

  constructor(log: EngineLog, onRefused: ((command: Command, code: string) => void) | undefined) {
    this.#log = log;
    this.#onRefused = onRefused;
  }

  hear(command: Command, outcome: Outcome): void {
    if (outcome.ok || !isOfHouse(command)) return;
    const { code } = outcome.refusal;
    this.#onRefused?.(command, code);
    const name = `${command.type} ${code}`;
    if (this.#said.has(name)) return;
    this.#said.add(name);
    const { type } = command;
    this.#log.error({ type, code, refusal: textOf(outcome.refusal) }, 'A command of the house was refused.');
  }
}

function textOf(refusal: object): string {
  return JSON.stringify(refusal, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Whether nobody but the server asks for it; what customers ask for is refused to them. */
function isOfHouse({ type }: Command): boolean {
  switch (type) {
    case 'account.set':
    case 'accounts.step':
    case 'accounts.sweep':
    case 'corporate.act':
    case 'corporate.begin':
    case 'instrument.set':
    case 'intraday.close':
    case 'lots.settle':
    case 'orders.expire':
    case 'prices.keep':
    case 'prices.mark':
    case 'rights.close':
    case 'rules.set':
    case 'session.end':
    case 'sweep.step':
      return true;
    case 'account.open':
    case 'account.reset':
    case 'account.transfer':
    case 'marketMaker.quote':
    case 'marketMaker.take':
    case 'order.basket':
    case 'order.cancel':
    case 'order.cancelAll':
    case 'order.modify':
    case 'order.place':
    case 'rights.apply':
      return false;
  }
}
