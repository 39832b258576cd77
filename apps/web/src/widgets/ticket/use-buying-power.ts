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
import { delivery } from '#products/delivery/delivery.ts';
import { hasLots, productIn } from '#products/list.ts';
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
  /** Open within the day in this share: above zero bought first, below zero sold first. */
  readonly openWithinDay: bigint;
}

/** The instrument, and its decimals. */
type Traded = Pick<Terms, 'instrumentId' | 'baseAsset' | 'quoteAsset' | 'baseScale' | 'quoteScale'> & {
  readonly kind: string;
};

/** The money that the account can pay with and the units that it can sell, as the server last said. */
export function useBuyingPower(terms: Traded): BuyingPower {
  const { isSignedIn } = useSession();
  const { wallet = delivery.wallet } = productIn(terms) ?? {};
  const isStock = wallet === delivery.wallet;
  const assets = useCall('userAssets', {}, { enabled: isSignedIn });
  const holdings = useCall('stockHoldings', {}, { enabled: isSignedIn && isStock });
  const coins = useCall('coinAssets', {}, { enabled: isSignedIn && !isStock });
  const balance = (asset: string) =>
    assets.data?.balances.find((one) => one.wallet === wallet && one.asset === asset);
  const held = holdings.data?.list.find((position) => position.instrumentId === terms.instrumentId);
  const open = holdings.data?.intraday.find((one) => one.instrumentId === terms.instrumentId);
  const openUnits = unitsOf(open?.quantity, terms.baseScale);
  const cashText = isStock ? assets.data?.stockCash.available : balance(terms.quoteAsset)?.available;
  const goodsText = isStock ? held?.quantityAvailable : balance(terms.baseAsset)?.available;
  return {
    isKnown: assets.data !== undefined && (isStock ? holdings : coins).data !== undefined,
    cash: amount(unitsOf(cashText, terms.quoteScale)),
    sellable: quantity(unitsOf(goodsText, terms.baseScale)),
    settling: (held?.settling ?? []).map((one) => ({
      units: unitsOf(one.quantity, terms.baseScale),
      fromMs: one.sellableFromMs,
    })),
    feeTier: coins.data?.feeTier.tier ?? 0,
    openWithinDay: open?.side === 'sell' ? -openUnits : openUnits,
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
