import {
  type Amount,
  amount,
  DAY_MS,
  INDIA_OFFSET_MS,
  parseDecimal,
  type Quantity,
  quantity,
} from '@tarazu/core/values';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useHeld } from '#products/held.ts';
import { hasLots, productAt, productIn } from '#products/list.ts';
import type { Settling } from '#widgets/ticket/checks/checks.ts';
import type { Side, Terms } from '#widgets/ticket/checks/terms.ts';

export interface BuyingPower {
  readonly isKnown: boolean;
  readonly cash: Amount;
  readonly sellable: Quantity;
  /** Shares that were bought and may not be sold yet, soonest first. */
  readonly settling: readonly Settling[];
  /** Of the coin fees; a visitor is shown the first. */
  readonly feeTier: number;
  /** Units open on margin in this instrument: above zero bought first, below zero sold first. */
  readonly open: bigint;
}

/** The instrument, and its decimals. */
type Traded = Pick<Terms, 'instrumentId' | 'baseAsset' | 'quoteAsset' | 'baseScale' | 'quoteScale'> & {
  readonly kind: string;
};

/** The money that the account can pay with and the units that it can sell, as the server last said. */
export function useBuyingPower(terms: Traded): BuyingPower {
  const { isSignedIn } = useSession();
  const product = productIn(terms) ?? productAt(terms.instrumentId);
  const assets = useCall('userAssets', {}, { enabled: isSignedIn });
  const { positions, exposures, feeTier } = useHeld(product, { enabled: isSignedIn });
  const held = positions?.find((position) => position.instrumentId === terms.instrumentId);
  const exposure = exposures?.find((one) => one.instrumentId === terms.instrumentId);
  const openUnits = unitsOf(exposure?.quantity, terms.baseScale);
  const cashText = assets.data && product.moneyIn(assets.data, terms.quoteAsset);
  const sellableText = product.sellableIn({ assets: assets.data, position: held }, terms.baseAsset);
  return {
    isKnown: assets.data !== undefined && positions !== undefined,
    cash: amount(unitsOf(cashText, terms.quoteScale)),
    sellable: quantity(unitsOf(sellableText, terms.baseScale)),
    settling: (held?.settling ?? []).map((one) => ({
      units: unitsOf(one.quantity, terms.baseScale),
      fromMs: one.sellableFromMs,
    })),
    feeTier,
    open: exposure?.side === 'sell' ? -openUnits : openUnits,
  };
}

/** A balance of another currency's decimals is cut, never rounded up: no more is shown than there is. */
function unitsOf(text: string | undefined, scale: number): bigint {
  if (text === undefined) return 0n;
  const [whole = '0', fraction = ''] = text.split('.');
  const cut = fraction.slice(0, scale);
  return parseDecimal(cut === '' ? whole : `${whole}.${cut}`, scale) ?? 0n;
}

/** Part of the depository charge, due once a share and day, that today's sales of this share have paid. */
export function useDepositoryPaid(terms: Terms, side: Side): Amount {
  const { isSignedIn } = useSession();
  const isAsked = isSignedIn && hasLots(terms) && side === 'sell';
  const orders = useCall(
    'stockOrders',
    { instrumentId: terms.instrumentId, limit: '50' },
    { enabled: isAsked },
  );
  const dayOf = (atMs: number) => Math.floor((atMs + INDIA_OFFSET_MS) / DAY_MS);
  const today = dayOf(Date.now());
  const lines = (orders.data?.list ?? [])
    .filter((order) => dayOf(order.placedAtMs) === today)
    .flatMap(({ charges }) => charges.lines.filter(({ name }) => name === 'depositoryCharge'));
  return amount(lines.reduce((sum, line) => sum + unitsOf(line.amount, terms.quoteScale), 0n));
}
