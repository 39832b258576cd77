import { formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { CONSOLE_OPERATIONS, InputOf, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import {
  countCorrections,
  earlierCorrection,
  hasEqual,
  hasReference,
  hasThread,
  insertCorrection,
  lockCorrections,
} from '#domains/corrections/store.ts';
import { termsHash } from '#domains/corrections/terms.ts';
import {
  appendEntry,
  type CustomerSearches,
  findForStaff,
  listCustomerAccounts,
} from '#domains/staff/index.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { type MarketPort, type Reply, refuse, reply, type StaffSession } from '#ports.ts';
import { productIn } from '#products/list.ts';
import { correctionRules } from '#rules/families/corrections.ts';

type Call = (typeof CONSOLE_OPERATIONS)['consoleCorrectionPropose'];
type Asked = InputOf<Call> & { readonly nowMs: number; readonly monotonicMs: number };

export interface ProposeParts {
  readonly pool: pg.Pool;
  readonly market: Pick<MarketPort, 'listings' | 'rules'>;
  readonly searches: CustomerSearches;
}

const WAITING_MAX = 100;

/** A correction's money, as its rule takes it. */
interface Money {
  readonly units: bigint;
  readonly scale: number;
  readonly ruleVersion: string;
  readonly lapsesAtMs: number;
}

/** Puts a correction before others of staff: nothing moves until another person of another role agrees. */
export async function proposeCorrection(
  { pool, market, searches }: ProposeParts,
  staff: StaffSession,
  asked: Asked,
): Promise<Reply<OutputOf<Call>>> {
  const { staffId } = staff;
  const { clientId, nowMs, environment, direction, house, wallet, asset: assetId, ticket: threadId } = asked;
  const { reference } = asked;
  const words = asked.text.trim();
  return inTransaction(pool, async (on): Promise<Reply<OutputOf<Call>>> => {
    await lockCorrections(on);
    const found = await findForStaff({ on, searches }, staff, { ...asked, part: 'money' });
    if (!found.ok) return found;
    const { loginId } = found.data.customer;
    if ((house === 'outside') !== (reference !== undefined))
      return invalid('reference', 'must be given for money from or to outside, and only for that');
    const read = readAmount(market, asked);
    if (!read.ok) return read;
    const what = { environment, direction, house, wallet, assetId, words, threadId, reference, ...read.data };
    const contentHash = termsHash({ userId: asked.userId, ...what });
    const earlier = await earlierCorrection(on, { staffId, clientId });
    if (earlier !== undefined)
      return earlier.contentHash.equals(contentHash)
        ? reply({ id: earlier.id })
        : refuse('CLIENT_ID_REUSED', { field: 'clientId' });
    const money = withinRule(market, asked, read.data);
    if (!money.ok) return money;
    if (!(await hasThread(on, { threadId, loginId })))
      return refuse('CORRECTION_TICKET', { field: 'ticket' });
    const accountId = await accountIn(on, loginId, environment);
    if (accountId === undefined) return refuse('NOT_FOUND', { field: 'environment' });
    if ((await countCorrections(on)).waiting >= WAITING_MAX) return refuse('CORRECTIONS_FULL');
    if (reference !== undefined && (await hasReference(on, { environment, reference })))
      return refuse('CORRECTION_REFERENCE', { field: 'reference' });
    if (await hasEqual(on, { loginId, ...what })) return refuse('CORRECTION_DOUBLE', { field: 'amount' });
    const id = randomId();
    const terms = { loginId, accountId, ...what };
    await insertCorrection(on, { id, ...terms, ...money.data, staffId, clientId, contentHash, nowMs });
    const about = { act: 'corrections.proposed', loginId, queue: 'corrections', itemId: id };
    const detail = { what: amountText(what), contentHash: contentHash.toString('hex') };
    await appendEntry(on, { staffId, ...about, detail, nowMs });
    return reply({ id });
  });
}

/** `+250.00 INR`: what comes to the customer, with its sign. */
export function amountText(of: {
  readonly direction: 'toAccount' | 'fromAccount';
  readonly units: bigint;
  readonly scale: number;
  readonly assetId: string;
}): string {
  return `${of.direction === 'toAccount' ? '+' : '-'}${formatDecimal(of.units, of.scale)} ${of.assetId}`;
}

const invalid = (field: string, problem: string): Reply<never> =>
  refuse('INVALID_INPUT', { field, detail: { problem: `${field}: ${problem}` } });

/** The amount in units of an asset that the published rule names, in its own wallet. */
function readAmount(
  market: ProposeParts['market'],
  { wallet, asset, amount, nowMs }: Pick<Asked, 'wallet' | 'asset' | 'amount' | 'nowMs'>,
): Reply<Pick<Money, 'units' | 'scale'>> {
  const { mostOf } = market.rules.at(correctionRules, nowMs);
  const listing = market
    .listings()
    .find((one) => one.quoteAsset === asset && productIn(one)?.wallet === wallet);
  if (!mostOf.has(asset) || listing === undefined)
    return invalid('asset', `must be one of ${[...mostOf.keys()].join(', ')} in its wallet`);
  const scale = listing.quoteScale;
  const units = parseDecimal(amount, scale);
  if (units === undefined || units <= 0n)
    return invalid('amount', `must be above zero with at most ${scale} decimals`);
  return reply({ units, scale });
}

/** Within what the published rule lets one correction be. */
function withinRule(
  market: ProposeParts['market'],
  { asset, nowMs }: Pick<Asked, 'asset' | 'nowMs'>,
  { units, scale }: Pick<Money, 'units' | 'scale'>,
): Reply<Money> {
  const { mostOf, version: ruleVersion, lapsesAfterMs } = market.rules.at(correctionRules, nowMs);
  const most = mostOf.get(asset) ?? 0n;
  if (units > most * 10n ** BigInt(scale))
    return refuse('CORRECTION_LIMIT', { field: 'amount', detail: { limit: `${most} ${asset}` } });
  return reply({ units, scale, ruleVersion, lapsesAtMs: nowMs + lapsesAfterMs });
}

async function accountIn(
  on: Queryable,
  loginId: number,
  environment: Asked['environment'],
): Promise<number | undefined> {
  const accounts = await listCustomerAccounts(on, loginId);
  return accounts.find((one) => one.environment === environment)?.accountId;
}
