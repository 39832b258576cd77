import { CONSOLE_OPERATIONS, OPERATIONS } from '@tarazu/protocol';
import type { CustomerSearches } from '#domains/staff/customers/searches.ts';
import { noteExport } from '#domains/staff/exports.ts';
import { actsInOrder } from '#domains/staff/log/entry.ts';
import { searchEntries } from '#domains/staff/log/search.ts';
import { listDays, newestHead, type SignedHead } from '#domains/staff/log/signed.ts';
import { listEntries, listEntriesOf } from '#domains/staff/log/store.ts';
import { listPeople, signOutPerson } from '#domains/staff/people/listed-people.ts';
import {
  addStaffPasskey,
  askStaffPasskey,
  beginStaffPasskey,
  readStaffPasskeys,
  removeStaffPasskey,
  type StaffPasskeyParts,
  signInByPasskey,
} from '#domains/staff/people/passkeys.ts';
import { proveAgain, readInvitation, setUp, signIn } from '#domains/staff/people/sign-in.ts';
import { type ActParts, doAct } from '#domains/staff/queues/acts.ts';
import { type LookParts, lookAtPicture, revealFact } from '#domains/staff/queues/looks.ts';
import { countQueues, listQueue, openItem, takeItem } from '#domains/staff/queues/queues.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { refuse, reply } from '#ports.ts';

export interface StaffRouteParts extends StaffPasskeyParts, LookParts {
  readonly searches: CustomerSearches;
  /** The newest reading of the whole log. */
  readonly lastCheck: () =>
    | { readonly entries: number; readonly checkedAtMs: number; readonly problem: string | undefined }
    | undefined;
}

const PAGE_LENGTH = 50;
const limitOf = (limit: string | undefined): number => (limit === undefined ? PAGE_LENGTH : Number(limit));
const hex = (bytes: Buffer): string => bytes.toString('hex');

export function staffRoutes(parts: StaffRouteParts): readonly Binding[] {
  return [
    ...doorRoutes(parts),
    ...passkeyRoutes(parts),
    ...queueRoutes(parts),
    ...logRoutes(parts),
    ...peopleRoutes(parts),
  ];
}

function doorRoutes(parts: StaffRouteParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consoleInvitation, (input, _session, context) =>
      readInvitation(parts, input, context),
    ),
    bind(CONSOLE_OPERATIONS.consoleSetUp, (input, _session, context) => setUp(parts, input, context)),
    bind(CONSOLE_OPERATIONS.consoleSignIn, (input, _session, context) => signIn(parts, input, context)),
    bind(CONSOLE_OPERATIONS.consoleSignOut, async (_input, { token }) => {
      await parts.sessions.end(token);
      return reply({});
    }),
    bind(CONSOLE_OPERATIONS.consoleHome, async (_input, staff, { nowMs }) => {
      const { publicId: id, name, roles } = staff;
      const check = parts.lastCheck();
      const { entries, checkedAtMs, problem } = check ?? {};
      return reply({
        staff: { id, name, roles: [...roles] },
        idleMaxMs: parts.sessions.idleMaxMs(),
        queues: await countQueues(parts, staff, nowMs),
        ...(entries !== undefined &&
          checkedAtMs !== undefined && {
            log: { entries, checkedAtMs, ...(problem !== undefined && { problem }) },
          }),
      });
    }),
  ];
}

function passkeyRoutes(parts: StaffRouteParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consolePasskeyAsk, (_input, _session, context) =>
      askStaffPasskey(parts, context),
    ),
    bind(CONSOLE_OPERATIONS.consolePasskeySignIn, (input, _session, context) =>
      signInByPasskey(parts, input, context),
    ),
    bind(CONSOLE_OPERATIONS.consolePasskeyList, (_input, staff) => readStaffPasskeys(parts, staff)),
    bind(CONSOLE_OPERATIONS.consolePasskeyBegin, (input, staff, place) =>
      beginStaffPasskey(parts, staff, { ...input, place }),
    ),
    bind(CONSOLE_OPERATIONS.consolePasskeyAdd, (input, staff, { nowMs }) =>
      addStaffPasskey(parts, staff, { ...input, nowMs }),
    ),
    bind(CONSOLE_OPERATIONS.consolePasskeyRemove, ({ id }, staff, { nowMs }) =>
      removeStaffPasskey(parts, staff, { id, nowMs }),
    ),
  ];
}

function queueRoutes(parts: StaffRouteParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consoleQueue, (input, staff, { nowMs }) =>
      listQueue(parts, staff, { ...input, nowMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleOpen, (input, staff, { nowMs }) =>
      openItem(parts, staff, { ...input, nowMs }),
    ),
    bind(CONSOLE_OPERATIONS.consolePicture, (input, staff, { nowMs, monotonicMs }) =>
      lookAtPicture(parts, staff, { ...input, nowMs, monotonicMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleReveal, (input, staff, { nowMs, monotonicMs }) =>
      revealFact(parts, staff, { ...input, nowMs, monotonicMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleTake, (input, staff, { nowMs }) =>
      takeItem(parts, staff, { ...input, nowMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleAct, ({ password, factor, ...input }, staff, place) => {
      const isProved = password !== undefined || factor !== undefined;
      const proof = isProved ? { password: password ?? '', factor: factor ?? '' } : undefined;
      const prove: ActParts['prove'] = ({ name }, given) => proveAgain(parts, { name, ...given }, place);
      const { file, nowMs } = place;
      return doAct({ ...parts, prove }, staff, { ...input, proof, file, nowMs });
    }),
  ];
}

function peopleRoutes({ pool, searches, queues }: StaffRouteParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consolePeople, (asked, _staff, { nowMs }) =>
      listPeople(pool, { ...asked, nowMs }),
    ),
    bind(CONSOLE_OPERATIONS.consolePersonSignOut, ({ id }, staff, { nowMs }) =>
      signOutPerson(pool, staff, { id, nowMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleExport, (asked, staff, { nowMs, monotonicMs }) =>
      noteExport({ pool, searches, queues }, staff, { ...asked, nowMs, monotonicMs }),
    ),
  ];
}

const refuseCursor = () =>
  refuse('INVALID_INPUT', { field: 'cursor', detail: { problem: 'cursor: must be the next of this list' } });

/** Undefined for none, null for text that no list gave. */
function sequenceOf(cursor: string | undefined): number | undefined | null {
  if (cursor === undefined) return undefined;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
}

function pageOf<Row extends { readonly sequence: number }>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? { next: String(last.sequence) } : {} };
}

function logRoutes({ pool, queues }: StaffRouteParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consoleLog, async ({ staff, userId, cursor, limit, ...asked }) => {
      const before = sequenceOf(cursor);
      if (before === null) return refuseCursor();
      const most = limitOf(limit);
      const search = asked.search?.trim() ?? '';
      const acts = asked.acts?.split(',') ?? [];
      const rows =
        search === '' || userId !== undefined || staff !== undefined
          ? await listEntries(pool, { staff, userId, before, limit: most + 1 })
          : await searchEntries(pool, { search, acts, before, limit: most + 1 });
      const { page, next } = pageOf(rows, most);
      const list = page.map(
        ({ staff: id, staffName: name, itemId: item, hash, detail: { reason, what }, ...entry }) => ({
          sequence: entry.sequence,
          atMs: entry.atMs,
          staff: { id, name },
          act: entry.act,
          ...(entry.userId !== undefined && { userId: entry.userId }),
          ...(entry.queue !== undefined && { queue: entry.queue }),
          ...(item !== undefined && { item }),
          ...(reason !== undefined && { reason }),
          ...(what !== undefined && { what }),
          hash: hex(hash),
        }),
      );
      return reply({ list, ...next });
    }),
    bind(OPERATIONS.staffActs, async ({ cursor, limit }, { loginId }) => {
      const before = sequenceOf(cursor);
      if (before === null) return refuseCursor();
      const most = limitOf(limit);
      const without = await undecidedOf(pool, queues, loginId);
      const rows = await listEntriesOf(pool, { loginId, before, limit: most + 1, without });
      const { page, next } = pageOf(rows, most);
      const list = page.map(({ sequence, atMs, staff, act, hash, detail: { reason, what } }) => ({
        ...{ sequence, atMs, staff, act },
        ...(reason !== undefined && { reason }),
        ...(what !== undefined && { what }),
        hash: hex(hash),
      }));
      return reply({ list, ...next });
    }),
    bind(OPERATIONS.staffDays, async ({ cursor, limit }) => {
      if (cursor !== undefined && !isDate(cursor)) return refuseCursor();
      const most = limitOf(limit);
      const rows = await listDays(pool, { before: cursor, limit: most + 1 });
      const last = rows.length > most ? rows[most - 1] : undefined;
      const head = await newestHead(pool);
      return reply({
        list: rows.slice(0, most).map(({ day, entries, lastSequence, ...rest }) => ({
          ...{ day, entries, lastSequence },
          acts: actsInOrder(rest.acts).map(([act, count]) => ({ act, count })),
          lastHash: hex(rest.lastHash),
          ...signedField(rest),
        })),
        ...(last !== undefined && { next: last.day }),
        ...(head && { head: headField(head) }),
      });
    }),
  ];
}

/** A customer who knew of a taking before it is decided could move the money away. */
async function undecidedOf(
  pool: StaffRouteParts['pool'],
  queues: StaffRouteParts['queues'],
  loginId: number,
): Promise<readonly string[]> {
  const lists = queues.map((queue) => queue.undecided?.(pool, loginId) ?? []);
  return (await Promise.all(lists)).flat();
}

type Signed = Pick<SignedHead, 'atMs' | 'previousHash' | 'hash' | 'publicKey' | 'signature'>;

const signedField = ({ atMs, previousHash, hash, publicKey, signature }: Signed) => ({
  atMs,
  previousHash: hex(previousHash),
  hash: hex(hash),
  publicKey: hex(publicKey),
  signature: hex(signature),
});

const headField = (head: SignedHead) => ({
  number: head.number,
  sequence: head.sequence,
  logHash: hex(head.logHash),
  ...signedField(head),
});

/** A day of the calendar, as PostgreSQL takes it: it knows no year 0 and no 30 February. */
function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}
