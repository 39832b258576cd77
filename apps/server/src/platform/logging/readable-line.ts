import * as z from 'zod/mini';

const logLine = z.looseObject({ level: z.string(), time: z.string(), msg: z.optional(z.string()) });
const CLOCK = { from: 11, to: 19 } as const;

/**
 * A line of the log as a person reads it: clock, level, text, then the fields. Stacks stand below, as lines.
 */
export function readableLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = logLine.parse(JSON.parse(json));
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  const head = [time.slice(CLOCK.from, CLOCK.to), level.toUpperCase(), msg, ...pairs].join(' ');
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? String(err.stack) : undefined;
  return stack === undefined ? head : `${head}\n${stack}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
