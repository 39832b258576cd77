import type { CorporateTerms } from '@tarazu/core';
import { type ClientId, instrumentId, parseClientId, price } from '@tarazu/core/values';
import type pg from 'pg';
import { CorporateStore, noteAnnounced, noteDone } from '#domains/corporate/store.ts';
import { dayFromText, dayStartMs } from '#market/calendar/days.ts';
import type { CorporateActionRow } from '#market/catalogue/corporate-actions.ts';
import type { Clock } from '#platform/clock.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { EnginePort, MarketPort } from '#ports.ts';

/** A share that will change stops so long before its record date begins, and is changed so long after. */
const HALTS_BEFORE_MS = 30_000;
const ACTS_AFTER_MS = 5_000;
const ACCOUNTS_AT_ONCE = 200;

export interface CorporateParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly sendNotice: (
    notice: {
      readonly loginId: number;
      readonly kind: string;
      readonly detail: Readonly<Record<string, string>>;
      readonly link: string;
      readonly nowMs: number;
    },
    on: Queryable,
  ) => Promise<void>;
}

/** Looks at every announced action: tells of it, stops its share, acts on each account, lets the share go on. Whatever is behind stays so. */
export async function lookAtActions(parts: CorporateParts): Promise<void> {
  for (const action of parts.market.corporateActions()) {
    const { isAnnounced, isDone } = await new CorporateStore(parts.pool).state(action.id);
    if (isDone) continue;
    const nowMs = parts.clock.nowMs();
    const recordMs = dayStartMs(dayFromText(action.recordDate), 'IST');
    const announcedMs = dayStartMs(dayFromText(action.announcedOn), 'IST');
    if (!isAnnounced && nowMs >= announcedMs) await announce(parts, action);
    const isChange = action.terms.kind !== 'dividend';
    if (isChange && nowMs >= recordMs - HALTS_BEFORE_MS)
      await parts.market.halt(action.instrumentId, { reason: 'corporateAction' });
    if (nowMs >= recordMs + ACTS_AFTER_MS) await act(parts, action);
  }
}

async function announce(parts: CorporateParts, action: CorporateActionRow): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const holders = await new CorporateStore(parts.pool).holders(action.instrumentId);
  await inTransaction(parts.pool, async (on) => {
    if (!(await noteAnnounced(on, action.id, nowMs))) return;
    for (const { loginId, lane, quantity } of holders) {
      await tell(parts, on, { action, loginId, lane, quantity, kind: 'corporateAnnounced' });
    }
  });
}

/** Acts on every account by a command of its own, which re-prices its orders as well: one that was acted on before answers the same again, and nothing is done twice. */
async function act(parts: CorporateParts, action: CorporateActionRow): Promise<void> {
  const { pool, engine, market, clock } = parts;
  const store = new CorporateStore(pool);
  const command = commandOf(parts, action);
  const accounts = await store.concerned(action.instrumentId);
  for (let from = 0; from < accounts.length; from += ACCOUNTS_AT_ONCE) {
    const some = accounts.slice(from, from + ACCOUNTS_AT_ONCE);
    await Promise.all(some.map((accountId) => engine.submit({ ...command, accountId })));
  }
  if (action.terms.kind !== 'dividend') await market.halt(action.instrumentId, undefined);
  const holders = await store.holders(action.instrumentId);
  const nowMs = clock.nowMs();
  await inTransaction(pool, async (on) => {
    if (!(await noteDone(on, action.id, nowMs))) return;
    for (const { loginId, lane, quantity } of holders) {
      await tell(parts, on, { action, loginId, lane, quantity, kind: 'corporateDone' });
    }
  });
}

function commandOf(parts: CorporateParts, action: CorporateActionRow) {
  const id = instrumentId(action.instrumentId);
  return {
    type: 'corporate.act',
    clientId: clientIdOf(`corporate-${action.id}`),
    contentHash: action.id,
    instrumentId: id,
    terms: termsOf(parts, action),
  } as const;
}

/** Parts of a share are paid at the close before the record date, in new shares: a fact of the day, the same whenever it is asked. */
function termsOf(
  { market }: CorporateParts,
  { instrumentId: id, terms }: CorporateActionRow,
): CorporateTerms {
  if (terms.kind === 'dividend') return terms;
  const { previousClose } = market.ticker(id);
  return { ...terms, fractionPrice: price(BigInt(previousClose.replace('.', ''))) };
}

function clientIdOf(text: string): ClientId {
  const clientId = parseClientId(text);
  if (clientId === undefined) throw new Error(`Invariant: ${text} is a client id`);
  return clientId;
}

interface Told {
  readonly action: CorporateActionRow;
  readonly loginId: number;
  readonly lane: string;
  readonly quantity: bigint;
  readonly kind: 'corporateAnnounced' | 'corporateDone';
}

function tell(parts: CorporateParts, on: Queryable, told: Told): Promise<void> {
  const { action, loginId, lane, quantity, kind } = told;
  const { terms, instrumentId: id } = action;
  const listing = parts.market.listing(id);
  const detail = {
    symbol: listing?.symbol ?? id,
    action: terms.kind,
    recordDate: action.recordDate,
    lane,
    quantity: String(quantity),
    ...(terms.kind === 'dividend'
      ? { amount: rupees(terms.amountPerShare) }
      : { before: String(terms.sharesBefore), after: String(terms.sharesAfter) }),
  };
  const link = `/pages/stock/stockKline?instrumentId=${encodeURIComponent(id)}`;
  return parts.sendNotice({ loginId, kind, detail, link, nowMs: parts.clock.nowMs() }, on);
}

function rupees(paise: bigint): string {
  return `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`;
}
