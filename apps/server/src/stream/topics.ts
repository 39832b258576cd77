import type { LogHead } from '@tarazu/core/proof';
import type { AccountId, Environment } from '@tarazu/core/values';
import { CANDLE_INTERVALS, type CandleInterval } from '@tarazu/protocol';
import { readBook } from '#domains/market/index.ts';
import type { EnginePort, MarketPort, Session } from '#ports.ts';
import { OWN_SNAPSHOT } from '#stream/own.ts';
import { Topic } from '#stream/topic.ts';

const TRADES_IN_SNAPSHOT = 30;

/** A subject as a subscriber names it. */
export type Subject =
  | { readonly kind: 'tickers' }
  | { readonly kind: 'heads' }
  | { readonly kind: 'own' }
  | { readonly kind: 'ticker' | 'book' | 'trades'; readonly instrumentId: string }
  | { readonly kind: 'candles'; readonly instrumentId: string; readonly interval: CandleInterval };

/** Reads a name that the schema has let through. */
export function subjectOf(name: string): Subject | undefined {
  if (name === 'tickers' || name === 'heads' || name === 'own') return { kind: name };
  const [kind, venue, symbol, last] = name.split(':');
  const instrumentId = `${venue}:${symbol}`;
  if (kind === 'ticker' || kind === 'book' || kind === 'trades') return { kind, instrumentId };
  const interval = CANDLE_INTERVALS.find((one) => one === last);
  return kind === 'candles' && interval ? { kind, instrumentId, interval } : undefined;
}

/** The same name means another subject to another environment or account. */
export function keyOf(name: string, subject: Subject, session: Session | undefined): string | undefined {
  if (subject.kind === 'own') return session && `own@${session.accountId}`;
  return subject.kind === 'book' ? `${name}@${session?.environment ?? 'real'}` : name;
}

export interface TopicServices {
  readonly engine: EnginePort;
  readonly market: MarketPort;
  /** The newest signed head of the journal, when this process makes them. */
  readonly newestHead: () => LogHead | undefined;
  readonly nowMs: () => number;
  /** For how long nothing of an account has changed, as far back as is known. */
  readonly unchangedForMs: (account: AccountId) => number;
}

/** Makes the topic of a subject, with the way to tell all of it. */
export function makeTopic(
  name: string,
  subject: Subject,
  of: { services: TopicServices; environment: Environment; account: AccountId | undefined },
): Topic {
  const topic = (keeps: boolean, snapshot: () => Record<string, unknown> | undefined): Topic =>
    new Topic({
      name,
      keeps,
      snapshot,
      startedAtMs: of.services.nowMs(),
      // How long an account has been quiet depends on when one asks.
      isShared: subject.kind !== 'own',
    });
  const { market } = of.services;
  switch (subject.kind) {
    case 'tickers':
      return topic(false, () => ({
        type: 'tickers',
        list: market.listings().map((one) => market.ticker(one.instrumentId)),
      }));
    case 'ticker':
      return topic(false, () => ({ type: 'tickers', list: [market.ticker(subject.instrumentId)] }));
    case 'trades':
      return topic(true, () => ({
        type: 'trades',
        list: market.trades(subject.instrumentId, TRADES_IN_SNAPSHOT).list,
      }));
    case 'candles':
      // The chart reads its candles by a call; the stream only tells how the last one moves.
      return topic(false, () => undefined);
    case 'heads':
      return topic(true, () => {
        const head = of.services.newestHead();
        return head && { type: 'heads', head };
      });
    case 'own':
      return topic(true, () => ({
        ...OWN_SNAPSHOT,
        ...(of.account === undefined ? {} : { unchangedForMs: of.services.unchangedForMs(of.account) }),
      }));
    case 'book':
      return topic(false, () => bookMessage(of.services, subject.instrumentId, of.environment));
  }
}

export function bookMessage(
  services: TopicServices,
  instrumentId: string,
  environment: Environment,
): Record<string, unknown> | undefined {
  const listing = services.market.listing(instrumentId);
  if (listing === undefined || listing.kind === 'index') return undefined;
  return { type: 'book', book: readBook(services.engine, listing, { environment, atMs: services.nowMs() }) };
}
