import type { Command, CorporateTerms } from '@tarazu/core';
import {
  type AccountId,
  accountId,
  type ClientId,
  HOUR_MS,
  instantMs,
  instrumentId,
  type Price,
  parseClientId,
  price,
  systemClientId,
} from '@tarazu/core/values';
import type pg from 'pg';
import type { corporateNotices } from '#domains/corporate/notices.ts';
import {
  type ActionState,
  CorporateStore,
  noteAnnounced,
  noteClosed,
  noteDone,
  noteReminded,
  noteTaken,
} from '#domains/corporate/store.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import type { CorporateActionRow } from '#market/catalogue/corporate-actions.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { inGroups } from '#platform/paced.ts';
import type { Clock } from '#platform/time/clock.ts';
import { dayFromText, dayStartMs } from '#platform/time/days.ts';
import type { EnginePort, MarketPort } from '#ports.ts';

/** A share that will change stops so long before its record date begins, and is changed so long after. */
const HALTS_BEFORE_MS = 30_000;
const ACTS_AFTER_MS = 5_000;
/** From 09:00 of the day on which a rights issue closes. */
const REMINDS_BEFORE_MS = 8 * HOUR_MS;

export interface CorporateParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly engine: Pick<EnginePort, 'submit' | 'answerOf' | 'sweep'>;
  readonly market: MarketPort;
  readonly sendNotice: SendNotice;
}

/**
 * Takes every corporate action as far as its time has come: announces it, halts its share, acts on each
 * account, resumes trading, and tells what a rights issue has allotted. One that fails is tried again and
 * holds up none of the others.
 */
export async function lookAtActions(parts: CorporateParts): Promise<void> {
  const failures = await failuresOf([
    () => allotWhatHasClosed(parts),
    ...parts.market.corporateActions().map((action) => () => lookAt(parts, action)),
  ]);
  if (failures.length > 0)
    throw new AggregateError(failures, 'Corporate actions stay behind; they are tried again.');
}

/** Runs each piece of work in turn; one that fails keeps none of the others from being done. */
async function failuresOf(work: readonly (() => Promise<void>)[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const one of work) await one().catch((error: unknown) => failures.push(error));
  return failures;
}

async function lookAt(parts: CorporateParts, action: CorporateActionRow): Promise<void> {
  const state = await new CorporateStore(parts.pool).state(action.id);
  if (state.isDone) return followIssue(parts, action, state);
  const nowMs = parts.clock.nowMs();
  const recordMs = dayStartMs(dayFromText(action.recordDate), 'IST');
  const announcedMs = dayStartMs(dayFromText(action.announcedOn), 'IST');
  if (!state.isAnnounced && nowMs >= announcedMs) await announce(parts, action);
  const isChange = action.terms.kind !== 'dividend';
  if (isChange && nowMs >= recordMs - HALTS_BEFORE_MS)
    await parts.market.halt(action.instrumentId, { reason: 'corporateAction' });
  if (nowMs >= recordMs + ACTS_AFTER_MS) await act(parts, action);
}

async function announce(parts: CorporateParts, action: CorporateActionRow): Promise<void> {
  const nowMs = parts.clock.nowMs();
  await inTransaction(parts.pool, async (on) => {
    if (!(await noteAnnounced(on, action.id, nowMs))) return;
    for await (const page of new CorporateStore(on).holders(action.instrumentId))
      for (const { loginId, environment, quantity } of page)
        await notify(parts, on, { action, loginId, environment, quantity, kind: 'corporateAnnounced' });
  });
}

/**
 * Acts on every account and its orders by one sweep, once;
 * where it can't begin the share stays halted for another try.
 */
async function act(parts: CorporateParts, action: CorporateActionRow): Promise<void> {
  const { pool, market, clock } = parts;
  const command = await commandOf(parts, action);
  if (await wasDoneOneByOne(parts, action))
    await actOnOthers(parts, action, (accountId) => ({ ...command, type: 'corporate.act', accountId }));
  else {
    const answer = await parts.engine.sweep({
      ...command,
      type: 'corporate.begin',
      accountId: SYSTEM_ACCOUNT,
    });
    if (answer?.outcome.ok === false)
      throw new Error(`The action ${action.id} can't begin: ${answer.outcome.refusal.code}`);
  }
  if (action.terms.kind !== 'dividend') await market.halt(action.instrumentId, undefined);
  const nowMs = clock.nowMs();
  await inTransaction(pool, async (on) => {
    if (!(await noteDone(on, action.id, nowMs))) return;
    for await (const page of noticesOfDone(new CorporateStore(on), action))
      for (const one of page) await notify(parts, on, { action, ...one });
  });
}

/** Whether any account was acted on by a command of its own: then the others are as well. */
async function wasDoneOneByOne(parts: CorporateParts, action: CorporateActionRow): Promise<boolean> {
  for await (const page of new CorporateStore(parts.pool).concerned(action.instrumentId))
    if ((await actedOnBefore(parts, action, idsOf(page))).size > 0) return true;
  return false;
}

/**
 * Sends a command for each account that was not acted on, some
 * at once, and reads the answers. @throws Error where any was refused.
 */
async function actOnOthers(
  parts: CorporateParts,
  action: CorporateActionRow,
  commandFor: (accountId: AccountId) => Command,
): Promise<void> {
  const codes = new Set<string>();
  let [askedCount, refusedCount] = [0, 0];
  for await (const page of new CorporateStore(parts.pool).concerned(action.instrumentId)) {
    const before = await actedOnBefore(parts, action, idsOf(page));
    const others = idsOf(page).filter((accountId) => !before.has(accountId));
    askedCount += others.length;
    for (const { outcome } of await inGroups(others, (one) => parts.engine.submit(commandFor(one)))) {
      if (outcome.ok) continue;
      refusedCount += 1;
      codes.add(outcome.refusal.code);
    }
  }
  if (refusedCount > 0)
    throw new Error(`Of ${askedCount} accounts ${refusedCount} refused: ${[...codes].join(', ')}`);
}

function idsOf(page: readonly { readonly accountId: AccountId }[]): AccountId[] {
  return page.map(({ accountId }) => accountId);
}

/**
 * Accounts that were acted on one by one before there were sweeps: by each command's
 * answer, as a customer's order could have the same client id as an action.
 */
async function actedOnBefore(
  { pool, engine }: CorporateParts,
  { id }: CorporateActionRow,
  accounts: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  const before = new Set<AccountId>();
  for (const name of issueIdsOf(id)) {
    for (const accountId of await new CorporateStore(pool).askedAs(accounts, name)) {
      const answer = await engine.answerOf(accountId, name);
      if (answer?.outcome.ok && answer.outcome.type === 'orders') before.add(accountId);
    }
  }
  return before;
}

/**
 * Of a split, a bonus or a dividend its holders are told what they have; of a rights issue the entitled, for
 * how many they may apply.
 */
async function* noticesOfDone(store: CorporateStore, { id, instrumentId, terms }: CorporateActionRow) {
  if (terms.kind !== 'rights') {
    for await (const page of store.holders(instrumentId))
      yield page.map((one) => ({ ...one, kind: 'corporateDone' as const }));
    return;
  }
  for await (const page of store.entitlements(issueIdsOf(id)))
    yield page.map(({ entitlement: { quantity }, ...whose }) => ({
      ...whose,
      quantity,
      kind: 'rightsGiven' as const,
    }));
}

/**
 * Allots on every account whose issue has closed, by the
 * table, as another market's calendar may be chosen meanwhile.
 */
async function allotWhatHasClosed({ engine }: CorporateParts): Promise<void> {
  await engine.sweep('rightsClose');
}

/** The days after the record date of a rights issue: its last day, and its close. */
async function followIssue(
  parts: CorporateParts,
  action: CorporateActionRow,
  { isReminded, isClosed }: ActionState,
): Promise<void> {
  if (action.terms.kind !== 'rights' || isClosed) return;
  const leftMs = closesAtMs(action.terms) - parts.clock.nowMs();
  if (leftMs <= 0) return tellOfClose(parts, action);
  await tellOfTaken(parts, action, 'rightsTaken');
  if (leftMs <= REMINDS_BEFORE_MS && !isReminded) await remind(parts, action);
}

/** Tells each whose application a loss has made smaller since, once for all that it took. */
async function tellOfTaken(
  parts: CorporateParts,
  action: CorporateActionRow,
  kind: 'rightsTaken' | 'rightsTakenAtClose',
): Promise<void> {
  const { pool, clock } = parts;
  const read = () => new CorporateStore(pool).taken(issueIdsOf(action.id));
  // Accounts that were told are not among the next page.
  for (let page = await read(); page.length > 0; page = await read())
    for (const { loginId, environment, entitlement, told } of page)
      await inTransaction(pool, async (on) => {
        await noteTaken(on, entitlement, clock.nowMs());
        const { quantity, quantityApplied, quantityTaken = 0n } = entitlement;
        const more = { applied: String(quantityApplied), taken: String(quantityTaken - told) };
        await notify(parts, on, { action, loginId, environment, quantity, kind, more });
      });
}

/** Tells whoever has something left to apply for that the last day has come. */
async function remind(parts: CorporateParts, action: CorporateActionRow): Promise<void> {
  const { pool, clock } = parts;
  const nowMs = clock.nowMs();
  await inTransaction(pool, async (on) => {
    if (!(await noteReminded(on, action.id, nowMs))) return;
    for await (const page of new CorporateStore(on).entitlements(issueIdsOf(action.id)))
      for (const { loginId, environment, entitlement } of page) {
        const { endedAtMs, quantity, quantityApplied } = entitlement;
        if (endedAtMs !== undefined || quantityApplied === quantity) continue;
        const more = { applied: String(quantityApplied), left: String(quantity - quantityApplied) };
        await notify(parts, on, { action, loginId, environment, quantity, kind: 'rightsLastDay', more });
      }
  });
}

/** Tells the entitled what became of it, once all of it has been allotted. */
async function tellOfClose(parts: CorporateParts, action: CorporateActionRow): Promise<void> {
  const { pool, clock } = parts;
  if (!(await new CorporateStore(pool).isAllotted(issueIdsOf(action.id)))) return;
  await tellOfTaken(parts, action, 'rightsTakenAtClose');
  const nowMs = clock.nowMs();
  await inTransaction(pool, async (on) => {
    if (!(await noteClosed(on, action.id, nowMs))) return;
    for await (const page of new CorporateStore(on).entitlements(issueIdsOf(action.id)))
      for (const { loginId, environment, entitlement } of page) {
        const { endedAtMs = 0, closesAtMs: dueMs, quantity, quantityApplied } = entitlement;
        // An account that began anew meanwhile has nothing of it.
        if (endedAtMs < dueMs) continue;
        const more = { applied: String(quantityApplied), lapsed: String(quantity - quantityApplied) };
        await notify(parts, on, { action, loginId, environment, quantity, kind: 'rightsClosed', more });
      }
  });
}

async function commandOf(parts: CorporateParts, action: CorporateActionRow) {
  const id = instrumentId(action.instrumentId);
  return {
    clientId: issueIdOf(action.id),
    contentHash: action.id,
    instrumentId: id,
    terms: await termsOf(parts, action),
  } as const;
}

/**
 * Parts of a share are paid at the close before the record date,
 * in new shares: as the first try found it, for all accounts.
 */
async function termsOf(
  { market, pool }: CorporateParts,
  { id: actionId, instrumentId: id, terms }: CorporateActionRow,
): Promise<CorporateTerms> {
  const store = new CorporateStore(pool);
  if (terms.kind === 'dividend') return terms;
  if (terms.kind === 'rights') {
    const { closesOn: _day, ...offered } = terms;
    const priceCum = market.worthChanges(id).find((change) => change.actionId === actionId)?.priceCum;
    if (priceCum === undefined) throw new Error(`Invariant: ${actionId} acts on its record date or later`);
    const first = await store.priceFirst(actionId, priceCum);
    return { ...offered, priceCum: first, closesAtMs: instantMs(closesAtMs(terms)) };
  }
  const { previousClose } = market.ticker(id);
  const priceNow: Price = price(BigInt(previousClose.replace('.', '')));
  return { ...terms, fractionPrice: await store.priceFirst(actionId, priceNow) };
}

/** A rights issue closes at 17:00 in India. */
const CLOSES_AT_HOUR = 17;

function closesAtMs({ closesOn }: { readonly closesOn: string }): number {
  return dayStartMs(dayFromText(closesOn), 'IST') + CLOSES_AT_HOUR * HOUR_MS;
}

/** The account whose ids the system's own commands use. */
const SYSTEM_ACCOUNT = accountId(0);

const ISSUE_PREFIX = 'corporate-';

/** The name of an action in the journal. */
function issueIdOf(actionId: string): ClientId {
  return systemClientId(`${ISSUE_PREFIX}${actionId}`);
}

/** With the name that it had before the system had ids that no customer can use. */
function issueIdsOf(actionId: string): ClientId[] {
  const oldName = parseClientId(`${ISSUE_PREFIX}${actionId}`);
  return [issueIdOf(actionId), ...(oldName === undefined ? [] : [oldName])];
}

/** Whether an entitlement is of an action, under whichever name. */
export function isOfAction(issueId: ClientId, actionId: string): boolean {
  return issueIdsOf(actionId).includes(issueId);
}

/** The name of an action for everybody else. */
export function actionIdOf(issueId: ClientId): string {
  return issueId.slice(issueId.indexOf(ISSUE_PREFIX) + ISSUE_PREFIX.length);
}

interface HolderNotice {
  readonly action: CorporateActionRow;
  readonly loginId: number;
  readonly environment: string;
  readonly quantity: bigint;
  readonly kind: keyof typeof corporateNotices;
  readonly more?: Readonly<Record<string, string>>;
}

function notify(parts: CorporateParts, on: Queryable, notice: HolderNotice): Promise<void> {
  const { action, loginId, environment, quantity, kind, more } = notice;
  const { terms, instrumentId: id } = action;
  const listing = parts.market.listing(id);
  const detail = {
    symbol: listing?.symbol ?? id,
    action: terms.kind,
    recordDate: action.recordDate,
    environment,
    quantity: String(quantity),
    ...termsDetail(terms),
    ...more,
  };
  const page = kind === 'corporateAnnounced' || kind === 'corporateDone' ? 'stockKline' : 'rights';
  const link = `/pages/stock/${page}?instrumentId=${encodeURIComponent(id)}`;
  return parts.sendNotice({ loginId, kind, detail, link, nowMs: parts.clock.nowMs() }, on);
}

function termsDetail(terms: CorporateActionRow['terms']): Readonly<Record<string, string>> {
  if (terms.kind === 'dividend') return { amount: rupees(terms.amountPerShare) };
  if (terms.kind !== 'rights')
    return { before: String(terms.sharesBefore), after: String(terms.sharesAfter) };
  const { sharesHeld, sharesOffered, priceIssue, closesOn } = terms;
  return {
    before: String(sharesHeld),
    offered: String(sharesOffered),
    amount: rupees(priceIssue),
    closesOn,
  };
}

function rupees(paise: bigint): string {
  return `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`;
}
