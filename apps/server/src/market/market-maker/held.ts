import * as z from 'zod/mini';
import type { HeldRow } from '#market/market-maker/order-flow.ts';
import { StartupError } from '#platform/config/startup-error.ts';

/** The name under which it is kept what the market maker holds. */
export const HELD_KEY = 'market-maker-held';

const heldSchema = z.object({
  sequence: z.int().check(z.nonnegative()),
  rows: z.array(z.tuple([z.string(), z.enum(['real', 'demo']), z.number(), z.number()])),
});

/** The market maker's holdings, and the last command of the journal whose trades are in them. */
export interface Held {
  readonly sequence: number;
  readonly rows: readonly HeldRow[];
}

/** @throws StartupError where it can't be read: it would quote as if nobody had traded with it. */
export function heldFrom(text: string): Held {
  const read = heldSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join('.') || 'the whole';
  throw new StartupError(
    `What the market maker holds can't be read from the row "${HELD_KEY}" of market_state (${place}). ` +
      'Start the version that wrote it, restore a backup, or delete the row: it then holds nothing.',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
