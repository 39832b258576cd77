/** Derives a fill again from the open journal, without believing the server that gave it: entry, book or auction, priority, end, limit, value, charges, signed head. */
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Openings } from '../apps/server/src/domains/proof/index.ts';
import { dayFromText } from '../apps/server/src/market/calendar/days.ts';
import { endWindowsOf } from '../apps/server/src/market/calendar/sessions.ts';
import { exchangeCalendar } from '../apps/server/src/market/calendar/trading-calendar.ts';
import { isSignedBy } from '../apps/server/src/platform/signing-key.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import type { AuctionEnd } from '../apps/server/src/ports.ts';
import {
  bytesOfHex,
  checkFill,
  type FillCheck,
  type FillOpening,
  isHeadWhole,
  isRowIncluded,
} from '../packages/core/src/proof/index.ts';
import { formatDecimal } from '../packages/core/src/values/index.ts';
import { API_PREFIX, OPERATIONS } from '../packages/protocol/src/index.ts';
import { openSource, readingOneMoment, secretsOf } from './data-source.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const bytes = (hex: string): Uint8Array => bytesOfHex(hex) ?? new Uint8Array();

interface Line {
  readonly name: string;
  readonly state: FillCheck['state'] | 'waits';
  readonly detail?: string | undefined;
}

interface Found {
  readonly opening: FillOpening;
  /** Undefined where nobody but the operator asked: the audit compares all of the log. */
  readonly head: Line | undefined;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, token: { type: 'string' } },
});

try {
  const [id = ''] = positionals;
  if (!/^\d{1,16}-\d{1,6}$/.test(id) || positionals.length !== 1)
    throw new StartupError('Name one fill as the app does, such as 1042-0. --help tells more.');
  const { opening, head } =
    options.url === undefined ? await fromData(id) : await fromServer(id, options.url);
  report(opening, [...checkFill(opening, sha256), ...(head ? [head] : [])]);
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** The windows of the timetable: those of one share's own auctions are known to the server alone. */
function endsOf(tradingDay: string): AuctionEnd[] {
  const day = dayFromText(tradingDay);
  return (['derivativeShares', 'otherShares'] as const).flatMap((of) =>
    endWindowsOf(day, { calendar: exchangeCalendar, hasDerivatives: of === 'derivativeShares' }).map(
      (window) => ({ ...window, of }),
    ),
  );
}

/** The operator's way: straight from the database. */
async function fromData(id: string): Promise<Found> {
  const [sequence = '', index = ''] = id.split('-');
  const secrets = secretsOf();
  if (secrets === undefined)
    throw new StartupError('The secret key (SECRET_KEY_FILE) of this installation is not here.');
  const source = await openSource();
  const place = { sequence: BigInt(sequence), index: Number(index) };
  const opening = await readingOneMoment(source, (on) =>
    new Openings(on, secrets, endsOf).opening('operator', place),
  ).finally(() => source.close());
  if (opening === undefined)
    throw new StartupError(`There is no fill ${id} of a customer in ${source.name}.`);
  return { opening, head: undefined };
}

/** A customer's way: by their own token, from any machine. */
async function fromServer(id: string, url: string): Promise<Found> {
  const evidence = OPERATIONS.fillEvidence.output.parse(await call(url, `/user/fill/evidence?id=${id}`));
  const { opening } = evidence;
  const { sequence } = opening;
  const inclusion = OPERATIONS.proofInclusion.output.parse(
    await call(url, `/proof/inclusion?sequence=${sequence}`),
  );
  const { leafHash, salt, proof } = inclusion;
  if (proof === undefined)
    return { opening, head: { name: 'head', state: 'waits', detail: 'the next signed head will cover it' } };
  const { head, path } = proof;
  const problem =
    (leafHash !== opening.entry.leafHash && 'the log has another row in this place') ||
    (!isHeadWhole(sha256, head) && 'the head was changed') ||
    (!isSignedBy(bytes(head.publicKey), bytes(head.hash), bytes(head.signature)) &&
      'the head is not signed') ||
    (!isRowIncluded(sha256, { head, sequence, leaf: leafHash, salt, path }) &&
      'the path does not lead to the head');
  return {
    opening,
    head: {
      name: 'head',
      state: problem === false ? 'agrees' : 'differs',
      detail: problem === false ? `head ${head.number}, signed by ${head.publicKey}` : problem,
    },
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

function report(opening: FillOpening, lines: readonly Line[]): void {
  const { sequence, index, instrument, own, fills } = opening;
  const fill = fills.find((one) => one.index === index);
  const text = (units: string | undefined, scale: number): string =>
    formatDecimal(BigInt(units ?? '0'), scale);
  process.stdout.write(
    `Fill ${sequence}-${index}: ${own.side} ${text(fill?.quantity, instrument.baseScale)} ${instrument.id} ` +
      `at ${text(fill?.price, instrument.priceScale)}, ${own.role}, rules ${own.ruleVersion}\n`,
  );
  for (const { name, state, detail } of lines)
    process.stdout.write(`  ${name.padEnd(9)}${state.padEnd(9)}${detail ?? ''}\n`);
  const isDerived = lines.every(({ state }) => state !== 'differs');
  process.stdout.write(isDerived ? 'Derived again: the same.\n' : 'NOT what the journal gives.\n');
  if (!isDerived) process.exitCode = 1;
}
