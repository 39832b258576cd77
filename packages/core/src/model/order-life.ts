import type { CancelCause, OrderState } from '#model/order.ts';
import type { Amount, InstantMs } from '#values/index.ts';

/** Events of an order that was accepted. */
export type OrderEvent =
  | { readonly name: 'activate'; readonly held: Amount }
  | { readonly name: 'fillPart'; readonly held: Amount }
  | { readonly name: 'fillLast'; readonly atMs: InstantMs }
  | { readonly name: 'cancel'; readonly atMs: InstantMs; readonly cause: CancelCause };

type Step<Name extends OrderEvent['name']> = (event: Extract<OrderEvent, { name: Name }>) => OrderState;
type Steps = { readonly [Name in OrderEvent['name']]: Step<Name> | 'impossible' };

const open: Step<'activate'> = ({ held }) => ({ name: 'open', held });
const partial: Step<'fillPart'> = ({ held }) => ({ name: 'partial', held });
const completed: Step<'fillLast'> = ({ atMs }) => ({ name: 'completed', endedAtMs: atMs });
const cancelled: Step<'cancel'> = ({ atMs, cause }) => ({ name: 'cancelled', endedAtMs: atMs, cause });

const no = 'impossible';
const WAITING: Steps = { activate: open, fillPart: no, fillLast: no, cancel: cancelled };
const LIVING: Steps = { activate: no, fillPart: partial, fillLast: completed, cancel: cancelled };
const ENDED: Steps = { activate: no, fillPart: no, fillLast: no, cancel: no };

/** The life of an order, every state with every event: an ended one stays as it ended. */
export const ORDER_LIFE: Readonly<Record<OrderState['name'], Steps>> = {
  new: WAITING,
  open: LIVING,
  partial: LIVING,
  completed: ENDED,
  cancelled: ENDED,
  rejected: ENDED,
};

/** The state after an event, or undefined where the table says that it can't happen. */
export function nextState(state: OrderState, event: OrderEvent): OrderState | undefined {
  const steps = ORDER_LIFE[state.name];
  switch (event.name) {
    case 'activate':
      return steps.activate === 'impossible' ? undefined : steps.activate(event);
    case 'fillPart':
      return steps.fillPart === 'impossible' ? undefined : steps.fillPart(event);
    case 'fillLast':
      return steps.fillLast === 'impossible' ? undefined : steps.fillLast(event);
    case 'cancel':
      return steps.cancel === 'impossible' ? undefined : steps.cancel(event);
  }
}

/** Amount that an open order holds; undefined once it ended. */
export function heldOf(state: OrderState): Amount | undefined {
  return 'held' in state ? state.held : undefined;
}
