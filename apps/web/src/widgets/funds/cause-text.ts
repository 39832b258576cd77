import type { ItemOf } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { useChargeName } from '#widgets/orders/detail/charges.tsx';

type Movement = Pick<ItemOf<'fundsMovements'>, 'kind' | 'chargeName'>;

/** Causes that have a name here; any other is shown as the ledger writes it. */
const KINDS = {
  demoGrant: 'kind_demoGrant',
  demoReset: 'kind_demoReset',
  hold: 'kind_hold',
  release: 'kind_release',
  buy: 'kind_buy',
  sell: 'kind_sell',
  charge: 'kind_charge',
  intradayResult: 'kind_intradayResult',
  corporateAction: 'kind_corporateAction',
  dividend: 'kind_dividend',
  rights: 'kind_rights',
  settlement: 'kind_settlement',
  transfer: 'kind_transfer',
  correction: 'kind_correction',
} as const;

const isNamed = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);

/** The cause of a movement in words: of a charge its name. */
export function useCauseText(): (movement: Movement) => string {
  const { t } = useTranslation('assets');
  const chargeOf = useChargeName();
  return ({ kind, chargeName }) => {
    if (chargeName !== undefined) return chargeOf(chargeName);
    return isNamed(kind) ? t(KINDS[kind]) : kind;
  };
}
