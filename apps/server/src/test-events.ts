import type { Ticker } from '@tarazu/protocol';
import { HOME_EXCHANGE } from '#market/exchanges.ts';
import type { EngineEvent, EnginePort, MarketPort } from '#ports.ts';

/*
 * The event that tests wait for instead of a time. Ask before you act, so that nothing is missed: `const told
 * = eventSeen(…); act(); await told;`
 */

/** The next thing that a listener is told and that is the one looked for. */
export function next<Told>(
  on: (listener: (told: Told) => void) => () => void,
  isIt: (told: Told) => boolean,
): Promise<Told> {
  return new Promise((resolve) => {
    const stop = on((told) => {
      if (!isIt(told)) return;
      stop();
      resolve(told);
    });
  });
}

/** When a command that is the one looked for has become durable. */
export async function eventSeen(
  engine: Pick<EnginePort, 'onEvents'>,
  isIt: (event: EngineEvent) => boolean,
): Promise<void> {
  await next<readonly EngineEvent[]>(
    (tell) => engine.onEvents(tell),
    (events) => events.some(isIt),
  );
}

/** When something is so, looked at now and whenever the market shows its tickers. */
export async function shown(market: Pick<MarketPort, 'onTickers'>, isSo: () => boolean): Promise<void> {
  if (isSo()) return;
  await next<readonly Ticker[]>((tell) => market.onTickers(tell), isSo);
}

/** A command of a kind. */
export const isA =
  (type: EngineEvent['command']['type']) =>
  ({ command }: EngineEvent): boolean =>
    command.type === type;

/** The commands of time that are due on accounts, of one kind. */
export const isSweep =
  (name: string) =>
  ({ command }: EngineEvent): boolean =>
    command.type === 'accounts.sweep' && command.name === name;

/** The phase of the shares of home that close by auction. */
export const isPhase =
  (phase: string) =>
  ({ command }: EngineEvent): boolean =>
    command.type === 'rules.set' &&
    command.session?.venue === HOME_EXCHANGE.venue &&
    command.session.phases?.auction === phase;
