import type { InstrumentProfile } from '@tarazu/protocol';
import type { OrderField } from '#widgets/orders/change/refusal-field.ts';
import type { TicketFields } from '#widgets/ticket/checks/checks.ts';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import type { FieldChange, Reckoning } from '#widgets/ticket/use-ticket.ts';

/** The fault of each field, in the words of the refusal. */
export type FieldErrors = Partial<Record<OrderField, string | undefined>>;

export interface TicketFormProps {
  profile: InstrumentProfile;
  reckoning: Reckoning;
  fields: TicketFields;
  onChange: (changes: FieldChange) => void;
  /** The same for what follows the price by itself: nothing is changed once an order is on its way. */
  onRefit: (changes: FieldChange) => void;
  onSideChange: (side: Side) => void;
  errors: FieldErrors;
  /** The best price of the other side, where a limit begins. */
  priceBest: string | undefined;
  disabled: boolean;
}
