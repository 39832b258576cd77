import { hasSentence, useTranslation } from '#locales/i18n.ts';
import type { Namespaces } from '#locales/namespaces.ts';

type Key = keyof Namespaces['console/customer'];

/** Words for names and codes of the customer view; one that has none is shown as the server writes it. */
export interface CustomerWords {
  part(name: string): string;
  list(name: string): string;
  fact(name: string): string;
  /** One code, or several with commas between. */
  values(codes: string): string;
  why(code: string): string;
  revealReason(code: string): string;
}

export function useCustomerWords(): CustomerWords {
  const { t } = useTranslation('console/customer');
  const { t: order } = useTranslation('trade');
  const { t: movement } = useTranslation('assets');
  const isKey = (key: string): key is Key => hasSentence('console/customer', key);
  const said = (key: string, code: string): string => (isKey(key) ? t(key) : code);
  // An order's end and a movement's cause have words of their own in the app.
  const value = (code: string): string => {
    const own = `value_${code}`;
    if (isKey(own)) return t(own);
    const [cause, kind] = [`cause_${code}`, `kind_${code}`];
    if (isOrderKey(cause)) return order(cause);
    return isMovementKey(kind) ? movement(kind) : code;
  };
  return {
    part: (name) => said(`part_${name}`, name),
    list: (name) => said(`list_${name}`, name),
    fact: (name) => said(`fact_${name}`, name),
    values: (codes) => (codes === '' ? '–' : codes.split(',').map(value).join(', ')),
    why: (code) => said(`why_${code}`, code),
    revealReason: (code) => said(`reveal_${code}`, code),
  };
}

type OrderKey = Extract<keyof Namespaces['trade'], `cause_${string}`>;
type MovementKey = Extract<keyof Namespaces['assets'], `kind_${string}`>;
const isOrderKey = (key: string): key is OrderKey => hasSentence('trade', key);
const isMovementKey = (key: string): key is MovementKey => hasSentence('assets', key);
