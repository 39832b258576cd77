/** The first visit of a page, until it asks for nothing more: what was brought, and in how many requests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Request } from 'playwright-core';
import { openPerson, type StoredSession, whenReady } from '../gen-people.ts';
import { quietOf } from './phone.ts';
import { round, say } from './say.ts';

export interface Visit {
  readonly url: string;
  readonly path: string;
  /** The page in words. */
  readonly what: string;
  /** The person who is signed in; nobody for a visitor. */
  readonly session?: StoredSession;
}

export interface LoadGoals {
  readonly scriptKilobytes?: number;
  readonly requests?: number;
}

const KILOBYTE = 1024;
const KINDS = { script: /\.js$/, styles: /\.css$/, fonts: /\.woff2$/, calls: /^\/ipop-api\// } as const;

/**
 * Says bytes as sent (Brotli) and, of scripts, as gzip would have them; what the worker keeps counts apart.
 */
export async function sayFirstLoad(
  browser: Browser,
  visit: Visit,
  { folder, goals }: { folder: string; goals: LoadGoals },
): Promise<void> {
  const { session } = visit;
  const person = await openPerson(browser, {
    url: visit.url,
    hasChosenLanguage: true,
    ...(session === undefined ? {} : { session }),
  });
  const quiet = quietOf(person.context);
  const own: Request[] = [];
  const ofWorker: Request[] = [];
  person.context.on('requestfinished', (request) => {
    (request.serviceWorker() === null ? own : ofWorker).push(request);
  });
  await person.open(visit.path);
  await whenReady(person.page);
  await quiet();
  const sent: Record<string, number> = {};
  const counts: Record<string, number> = {};
  let gzipBytes = 0;
  for (const request of own) {
    const path = new URL(request.url()).pathname;
    const kind = Object.entries(KINDS).find(([, shape]) => shape.test(path))?.[0] ?? 'other';
    const { responseBodySize } = await request.sizes();
    sent[kind] = (sent[kind] ?? 0) + responseBodySize;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const file = join(folder, path);
    if (kind === 'script' && existsSync(file)) gzipBytes += gzipSync(readFileSync(file), { level: 9 }).length;
  }
  const scripts = (sent['script'] ?? 0) / KILOBYTE;
  say({
    what: `until quiet, ${visit.what}`,
    scriptKilobytes: round(scripts),
    scriptKilobytesGzip: round(gzipBytes / KILOBYTE),
    styleKilobytes: kilobytes(sent['styles']),
    fontKilobytes: kilobytes(sent['fonts']),
    callKilobytes: kilobytes(sent['calls']),
    requests: own.length,
    requestsOf: counts,
    requestsOfWorker: ofWorker.length,
    goal: goals,
    ...(goals.scriptKilobytes === undefined ? {} : { ratio: round(scripts / goals.scriptKilobytes) }),
    ...(goals.requests === undefined ? {} : { ratioOfRequests: round(own.length / goals.requests) }),
  });
  await person.context.close();
}

function kilobytes(bytes: number | undefined): number {
  return round((bytes ?? 0) / KILOBYTE);
}
