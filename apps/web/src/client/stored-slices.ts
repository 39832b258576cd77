import type { CallName, CallOutput } from './calls.ts';
import { isRecord, type Parse } from './parse.ts';
import { createSlice, type Slice } from './slice.ts';

/**
 * The newest answer of a call, kept on this device for the first paint of the next visit and for when there
 * is no network. Prices in it say their own instant; the page says from when the rest is.
 */
export interface StoredAnswer<Data> {
  readonly environment: 'real' | 'demo';
  /** The build that kept it. What an answer of another build looks like is not known, so it is dropped. */
  readonly build: string;
  /** The input of the call as JSON: an answer to another question is none. */
  readonly question: string;
  readonly atMs: number;
  readonly data: Data;
}

export type StoredSlice<Data> = Slice<StoredAnswer<Data> | undefined>;

function kept<Name extends CallName>(
  name: string,
  fits: (data: Record<string, unknown>) => boolean,
): StoredSlice<CallOutput<Name>> {
  return createSlice<StoredAnswer<CallOutput<Name>> | undefined>({
    name,
    version: 1,
    initial: undefined,
    parse: keptAnswer(fits),
  });
}

function keptAnswer<Data>(
  fits: (data: Record<string, unknown>) => boolean,
): Parse<StoredAnswer<Data> | undefined> {
  const isData = (data: unknown): data is Data => isRecord(data) && fits(data);
  return (stored) => {
    if (!isRecord(stored) || !isData(stored['data'])) return undefined;
    const { environment, build, question, atMs, data } = stored;
    if (build !== buildName()) return undefined;
    if (environment !== 'real' && environment !== 'demo') return undefined;
    if (typeof question !== 'string' || typeof atMs !== 'number') return undefined;
    return { environment, build, question, atMs, data };
  };
}

/** The file of the app's entry has a hash of its content in its name. */
export function buildName(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
}

const hasList = (data: Record<string, unknown>) => Array.isArray(data['list']);

export const systemNoticeSlice = kept<'platformNotices'>('systemNotice', hasList);
export const stockDataSlice = kept<'stockList'>('stockData', hasList);
/** All coins of one quote asset, as the markets list them. */
export const coinListSlice = kept<'coinInfos'>('coinList', hasList);
/** The coin whose page was open last. */
export const coinDataSlice = kept<'coinInfos'>('coinData', hasList);
/** The coins that the trade tab chooses from before one was traded. */
export const tradeCoinDataSlice = kept<'coinInfos'>('tradeCoinData', hasList);
/** Of one person: gone after a sign-out. */
export const coinAccountsSlice = kept<'coinAssets'>(
  'coinAccounts',
  ({ positions, spot }) => Array.isArray(positions) && Array.isArray(spot),
);
