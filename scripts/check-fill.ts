/**
 * Derives a fill again from the open journal, without believing the server that gave it: from the order and
 * its receipt to a signed head.
 */
import { hash } from 'node:crypto';
import { EndMixes, FillProofs } from '../apps/server/src/domains/proof/index.ts';
import { calendarRulesOf } from '../apps/server/src/market/calendar/calendar-rules.ts';
import { endWindowsOf } from '../apps/server/src/market/calendar/sessions.ts';
import { TradingCalendar } from '../apps/server/src/market/calendar/trading-calendar.ts';
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import type { Queryable } from '../apps/server/src/platform/database/pool.ts';
import type { Secrets } from '../apps/server/src/platform/secrets/secrets.ts';
import { isSignedBy } from '../apps/server/src/platform/secrets/signing-key.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { dayFromText } from '../apps/server/src/platform/time/days.ts';
import type { AuctionEnd } from '../apps/server/src/ports.ts';
import { readRulebook } from '../apps/server/src/rules/rulebook.ts';
import {
  bytesOfHex,
  checkFillProof,
  type FillOpening,
  type FillProof,
  type Held,
  type LogHead,
  type OpenReason,
  type ProofCheck,
  proofVerdict,
} from '../packages/core/src/proof/index.ts';
import { formatDecimal } from '../packages/core/src/values/index.ts';
import { API_PREFIX, OPERATIONS } from '../packages/protocol/src/index.ts';
import { openSource, readingOneMoment, secretsOf } from './data-source.ts';
import { readArguments } from './run/arguments.ts';
import { newestWitnessed } from './witnessed-heads.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const bytes = (hex: string): Uint8Array => bytesOfHex(hex) ?? new Uint8Array();

const { values: options, positionals } = readArguments('check-fill', {
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    receipt: { type: 'string' },
    content: { type: 'string' },
    heads: { type: 'string' },
    key: { type: 'string' },
  },
});

const VERDICTS = {
  proved: 'Derived again, and proved to a signed head: the same.',
  open: 'Derived again: the same. Not all of it is proved: see the lines that are open or sealed.',
  wrong: 'NOT what the journal gives.',
} as const;

const WHY: Readonly<Record<OpenReason, string>> = {
  notHeld: 'not held here: --help tells how to give it',
  later: 'it is published later: by the next signed head, or after the day',
  notBound: 'no row that is disclosed here binds it',
  unsupported: 'this machine can not check it',
  boundLate: 'the hash of the day was bound less than 24 hours before the day',
  oldRule: 'by the rule of then the operator could have chosen the second',
  beaconMissed: 'the beacon that was announced was not mixed in',
};

try {
  const [id = ''] = positionals;
  if (!/^\d{1,16}-\d{1,6}$/.test(id) || positionals.length !== 1)
    throw new StartupError('Name one fill as the app does, such as 1042-0. --help tells more.');
  const kept = options.heads === undefined ? undefined : newestWitnessed(options.heads);
  const asked = { id, from: kept && BigInt(kept.number) };
  const found = options.url === undefined ? await fromData(asked) : await fromServer(asked, options.url);
  if (`${found.opening.sequence}-${found.opening.index}` !== id)
    throw new StartupError(`The answer is about fill ${found.opening.sequence}-${found.opening.index}.`);
  report(found.opening, checkFillProof(sha256, found, heldBy(found, kept)));
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** The windows of the timetable: those of one share's own auctions are known to the server alone. */
function endsOf(tradingDay: string, calendar: TradingCalendar): AuctionEnd[] {
  const day = dayFromText(tradingDay);
  return (['derivativeShares', 'otherShares'] as const).flatMap((of) =>
    endWindowsOf(day, { calendar, hasDerivatives: of === 'derivativeShares' }).map((window) => ({
      ...window,
      of,
    })),
  );
}

/** A fill, and the number of the head that is kept. */
interface Asked {
  readonly id: string;
  readonly from: bigint | undefined;
}

/** The operator's way: straight from the database, with every row open. */
async function fromData({ id, from }: Asked): Promise<FillProof> {
  const secrets = secretsOf();
  if (secrets === undefined)
    throw new StartupError('The secret key (SECRET_KEY_FILE) of this installation is not here.');
  const source = await openSource();
  const proof = await readingOneMoment(source, async (database) => {
    const calendar = new TradingCalendar(calendarRulesOf(await readRulebook(database)));
    const proofs = new FillProofs({ database, secrets, endsOf: (day) => endsOf(day, calendar) });
    const found = await proofs.proof('operator', { fill: placeOf(id), from });
    if (typeof found === 'object') await compareMix(found, { database, secrets });
    return found;
  }).finally(() => source.close());
  if (proof === 'noHead') throw new StartupError(`${source.name} does not know the head that is kept here.`);
  if (proof === 'noFill') throw new StartupError(`There is no fill ${id} of a customer in ${source.name}.`);
  return proof;
}

/** A customer's way: by their own token, from any machine. */
async function fromServer({ id, from }: Asked, url: string): Promise<FillProof> {
  const asked = from === undefined ? `id=${id}` : `id=${id}&from=${from}`;
  return OPERATIONS.fillProof.output.parse(await call(url, `/user/fill/proof?${asked}`));
}

function placeOf(id: string): { sequence: bigint; index: number } {
  const [sequence = '', index = ''] = id.split('-');
  return { sequence: BigInt(sequence), index: Number(index) };
}

/** A holder of the journal makes the mix of the day's secret again, from its rows. */
async function compareMix(
  { opening }: FillProof,
  from: { readonly database: Queryable; readonly secrets: Secrets },
): Promise<void> {
  const { tradingDay, mix } = opening.auction?.end ?? {};
  if (tradingDay === undefined || mix === undefined) return;
  const made = await new EndMixes({ ...from, clock: systemClock, beacon: undefined }).of(
    tradingDay,
    undefined,
  );
  if (made?.sequence === mix.sequence && made.root === mix.root) return;
  throw new StartupError(
    `NOT what the journal gives: with the secret of ${tradingDay} the root ${made?.root} over ${made?.sequence} commands had to be mixed, not ${mix.root} over ${mix.sequence}.`,
  );
}

/** Proof in the asker's own hands, as far as they have given it. */
function heldBy({ order }: FillProof, kept: LogHead | undefined): Held {
  const { receipt, content, key } = options;
  return {
    signatureOf: ({ publicKey, hash: hashed, signature }) =>
      isSignedBy(bytes(publicKey), bytes(hashed), bytes(signature)) ? 'valid' : 'invalid',
    ...(receipt !== undefined && { receipt: { sequence: order.sequence, leafHash: receipt } }),
    ...(content !== undefined && { content }),
    ...(key !== undefined && { publicKey: key }),
    ...(kept && { head: kept }),
  };
}

async function call(url: string, path: string): Promise<unknown> {
  const headers = {
    'X-Requested-With': 'XMLHttpRequest',
    accesstoken: options.token ?? process.env['TARAZU_TOKEN'] ?? '',
  };
  const response = await fetch(`${url.replace(/\/$/, '')}${API_PREFIX}${path}`, { headers });
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('code' in body))
    throw new StartupError(`${url} is no Tarazu server.`);
  if (body.code === 0 && 'data' in body) return body.data;
  throw new StartupError(`${url} answers: ${'msg' in body ? String(body.msg) : String(body.code)}`);
}

function report(opening: FillOpening, lines: readonly ProofCheck[]): void {
  const { sequence, index, instrument, own, fills } = opening;
  const fill = fills.find((one) => one.index === index);
  const text = (units: string | undefined, scale: number): string =>
    formatDecimal(BigInt(units ?? '0'), scale);
  process.stdout.write(
    `Fill ${sequence}-${index}: ${own.side} ${text(fill?.quantity, instrument.baseScale)} ${instrument.id} ` +
      `at ${text(fill?.price, instrument.priceScale)}, ${own.role}, rules ${own.ruleVersion}\n`,
  );
  for (const { name, state, reason, detail } of lines) {
    const why = [reason && WHY[reason], detail].filter((one) => one !== undefined).join('; ');
    process.stdout.write(`  ${name.padEnd(9)}${state.padEnd(9)}${why}\n`);
  }
  const verdict = proofVerdict(lines);
  process.stdout.write(`${VERDICTS[verdict]}\n`);
  if (verdict === 'wrong') process.exitCode = 1;
}
