/** `npm run market -- verify-day DATE`: makes a day of a simulated market again from its published key. */
import { type Ask, readPublished } from '../apps/server/src/market/simulated/published.ts';
import { type VerifiedDay, verifyDay } from '../apps/server/src/market/simulated/verify-day.ts';
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import { API_PREFIX, OPERATIONS } from '../packages/protocol/src/index.ts';

/** A minute in a hundred may lie further off: somebody took much at once. */
const AGREEING_MIN = 0.99;

/** Returns whether all of the day agrees. */
export async function verifyDayOf(date: string, url: string, market?: string): Promise<boolean> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new StartupError('Name a day, such as 2026-11-22.');
  if (market !== undefined && !/^[1-9]\d{0,5}$/.test(market))
    throw new StartupError('Name a market by its number, such as --market 1.');
  const published = await readPublished(askerOf(url), market === undefined ? undefined : Number(market));
  const found = await verifyDay(published, { date, nowMs: Date.now() });
  report(found);
  return found.instruments.every(({ minutes, agreeing }) => agreeing >= AGREEING_MIN * minutes);
}

function report({ date, publishedAtMs, isPublishedBefore, instruments }: VerifiedDay): void {
  const when = new Date(publishedAtMs).toISOString();
  say(
    `The hash of ${date} was published at ${when}, ${isPublishedBefore ? 'before' : 'after'} the day began.`,
  );
  for (const { id, made, minutes, agreeing, farthestBps } of instruments) {
    if (minutes === 0) {
      const day = made ? `low ${made.low}, high ${made.high}, close ${made.close}` : 'nothing traded';
      say(`${'made'.padEnd(8)} ${id.padEnd(24)} ${day}; no minutes are served of it`);
      continue;
    }
    const word = agreeing >= AGREEING_MIN * minutes ? 'agrees' : 'DIFFERS';
    say(
      `${word.padEnd(8)} ${id.padEnd(24)} ${agreeing} of ${minutes} minutes, farthest ${farthestBps.toFixed(0)} bp`,
    );
  }
}

function askerOf(url: string): Ask {
  return async (name, fields) => {
    const { method, path } = OPERATIONS[name];
    const form = new URLSearchParams(fields).toString();
    const response = await fetch(
      `${url.replace(/\/$/, '')}${API_PREFIX}${path}${method === 'GET' ? `?${form}` : ''}`,
      {
        method,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: form,
        }),
      },
    );
    const body: { data?: unknown; msg?: string } = await response.json();
    if (!response.ok) throw new StartupError(`${url} answered: ${body.msg ?? response.status}`);
    return body.data;
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
