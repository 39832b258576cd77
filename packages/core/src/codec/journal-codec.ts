import { commandOf } from '#codec/command-codec.ts';
import { Fields } from '#codec/fields.ts';
import { marketMakerDepthsOf } from '#codec/market-fields.ts';
import type { Command, MarketMakerDepth, QuoteEntry } from '#model/command.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import { RULES_VERSION, RULES_VERSION_FIRST } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * A command as compact JSON for the journal: amounts as
 * decimal text of their smallest unit, absent fields left out.
 */
export function encodeCommand(command: Command): string {
  return command.type === 'order.place' ? encodeOrderPlace(command) : JSON.stringify(plainOf(command));
}

/** @throws Error (`Condition`) on text that `encodeCommand` did not write. */
export function decodeCommand(text: string): Command {
  return commandOf(JSON.parse(text));
}

/** A command with the version of the rules that decide it, as the journal has it. */
export interface JournaledCommand {
  readonly command: Command;
  readonly rulesVersion: number;
}

/**
 * Text of a command in the journal: `encodeCommand` and the version of the rules that decide it. One that
 * only publishes facts names none, so that anybody can make its leaf again.
 */
export function encodeJournaled({ command, rulesVersion }: JournaledCommand): string {
  const text = encodeCommand(command);
  const decides = command.type !== 'rules.set' || command.session !== undefined;
  if (!decides || rulesVersion === RULES_VERSION_FIRST) return text;
  return `${text.slice(0, -1)},"rulesVersion":${rulesVersion}}`;
}

/** @throws Error (`Condition`) on text that `encodeJournaled` did not write, or that newer code wrote. */
export function decodeJournaled(text: string): JournaledCommand {
  const json: unknown = JSON.parse(text);
  const fields = new Fields(json);
  const rulesVersion = fields.has('rulesVersion') ? fields.whole('rulesVersion') : RULES_VERSION_FIRST;
  assert(
    rulesVersion >= RULES_VERSION_FIRST && rulesVersion <= RULES_VERSION,
    'Condition: the journal names rules that this version of the code knows',
  );
  return { command: commandOf(json), rulesVersion };
}

/** Written without walking it: there is one with each order. */
export function encodeMarketMakerDepth(depths: readonly MarketMakerDepth[]): string {
  let text = '';
  for (const depth of depths) text += `${text === '' ? '' : ','}${depthText(depth)}`;
  return `[${text}]`;
}

/** @throws Error (`Condition`) on text that `encodeMarketMakerDepth` did not write. */
export function decodeMarketMakerDepth(text: string): readonly MarketMakerDepth[] {
  return marketMakerDepthsOf(JSON.parse(text));
}

/** The most frequent command, written without walking it. */
function encodeOrderPlace(command: OrderPlace): string {
  const { priceLimit, conditions } = command;
  return JSON.stringify({
    ...command,
    ...(priceLimit !== undefined && { priceLimit: priceLimit.toString() }),
    quantity: command.quantity.toString(),
    ...(conditions !== undefined && { conditions: plainOf(conditions) }),
  });
}

function depthText({ instrumentId, environment, bids, asks, priceLast, orderId }: MarketMakerDepth): string {
  const last = priceLast === undefined ? '' : `,"priceLast":"${priceLast}"`;
  const activated = orderId === undefined ? '' : `,"orderId":${orderId}`;
  return `{"instrumentId":${JSON.stringify(instrumentId)},"environment":"${environment}","bids":[${entriesText(bids)}],"asks":[${entriesText(asks)}]${last}${activated}}`;
}

function entriesText(entries: readonly QuoteEntry[]): string {
  let text = '';
  for (const { price, quantity, priority } of entries)
    text += `${text === '' ? '' : ','}{"price":"${price}","quantity":"${quantity}","priority":${priority}}`;
  return text;
}

/** The same value with its integers as text: JSON knows no bigint. */
function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== 'object' || value === null) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) fields[name] = plainOf(field);
  return fields;
}
