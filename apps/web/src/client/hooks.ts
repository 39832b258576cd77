import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { CallName } from './calls.ts';
import { stream } from './live.ts';
import { invalidate, readAgain } from './query.ts';
import { useSession } from './session.ts';
import { OWN_TOPIC, type StreamStatus, type TopicMessage } from './stream.ts';

/** Listens to a topic while the component stands; nothing is asked for without a topic. */
export function useTopic(topic: string | undefined, onMessage: (message: TopicMessage) => void): void {
  const latest = useRef(onMessage);
  useEffect(() => {
    latest.current = onMessage;
  });
  useEffect(() => {
    if (topic === undefined) return undefined;
    return stream.subscribe(topic, (message) => latest.current(message));
  }, [topic]);
}

export function useConnection(): StreamStatus {
  return useSyncExternalStore(stream.onStatus, stream.status);
}

export type OwnMessage = Extract<TopicMessage, { type: 'own' }>;
export type OwnChange = OwnMessage['change'];

const ORDER_CALLS: readonly CallName[] = [
  'stockOrders',
  'coinOrders',
  'stockOrderInfo',
  'coinOrderQuery',
  'gttList',
  'limits',
];
const FILL_CALLS: readonly CallName[] = ['stockFills', 'stockStatistics', 'coinFills'];
const BALANCE_CALLS: readonly CallName[] = [
  'userAssets',
  'coinAssets',
  'fundsMovements',
  'userPortfolio',
  'userPortfolioHistory',
];
const POSITION_CALLS: readonly CallName[] = ['stockHoldings', 'stockHolding', 'coinAssets', 'userAssets'];
const NOTICE_CALLS: readonly CallName[] = ['noticeList', 'alertList'];
const CHAT_CALLS: readonly CallName[] = ['chatThreads', 'chatMessages'];

/** All that a break of the connection may have left behind the truth. */
export const OWN_CALLS: readonly CallName[] = [
  ...new Set([
    ...ORDER_CALLS,
    ...FILL_CALLS,
    ...BALANCE_CALLS,
    ...POSITION_CALLS,
    ...NOTICE_CALLS,
    ...CHAT_CALLS,
  ]),
];

/** The calls whose answers a change of one's own account made old. */
export function staleAfter(change: OwnChange): readonly CallName[] {
  const names = new Set<CallName>();
  const add = (calls: readonly CallName[]) => {
    for (const name of calls) names.add(name);
  };
  if (change.orders.length > 0) add(ORDER_CALLS);
  if (change.fills.length > 0) add(FILL_CALLS);
  if (change.touched.includes('balances')) add(BALANCE_CALLS);
  if (change.touched.includes('positions')) add(POSITION_CALLS);
  if (change.touched.includes('notices')) add(NOTICE_CALLS);
  if (change.touched.includes('chat')) add(CHAT_CALLS);
  return [...names];
}

/**
 * Follows one's own account: what it makes old is read again. The shell does it once for the whole app; a
 * page gives `onChange` to see the orders and fills themselves.
 */
export function useOwnChanges(onChange?: (change: OwnChange) => void): void {
  const { isSignedIn } = useSession();
  useTopic(isSignedIn ? OWN_TOPIC : undefined, (message) => {
    if (message.type !== 'own') return;
    // Reads that are made again, as nobody tells of changes
    // before this subscription; newer ones know of them.
    if (message.snapshot) readAgain(OWN_CALLS, performance.now() - (message.unchangedForMs ?? 0));
    else invalidate(...staleAfter(message.change));
    onChange?.(message.change);
  });
}
