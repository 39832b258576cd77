import { commandOf, houseDepthsOf } from '#codec/command-codec.ts';
import type { Command, HouseDepth, OrderPlace } from '#command.ts';

/** A command as compact JSON for the journal: amounts as decimal text of their smallest unit, absent fields left out. */
export function encodeCommand(command: Command): string {
  return command.type === 'order.place' ? encodeOrderPlace(command) : JSON.stringify(plainOf(command));
}

/** @throws Error (`Condition`) on text that `encodeCommand` did not write. */
export function decodeCommand(text: string): Command {
  return commandOf(JSON.parse(text));
}

export function encodeHouseDepth(depths: readonly HouseDepth[]): string {
  return JSON.stringify(plainOf(depths));
}

/** @throws Error (`Condition`) on text that `encodeHouseDepth` did not write. */
export function decodeHouseDepth(text: string): readonly HouseDepth[] {
  return houseDepthsOf(JSON.parse(text));
}

/** The most frequent command, written without walking it. */
function encodeOrderPlace(command: OrderPlace): string {
  const { priceLimit, special } = command;
  return JSON.stringify({
    ...command,
    ...(priceLimit !== undefined && { priceLimit: priceLimit.toString() }),
    quantity: command.quantity.toString(),
    ...(special !== undefined && { special: plainOf(special) }),
  });
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
