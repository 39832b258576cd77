import { amount, formatDecimal, parseDecimal, price, quantity } from '@tarazu/core/values';
import type { InstrumentProfile, OwnOrder } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { isSquaredOff, productIn } from '#products/list.ts';
import { FactList } from '#ui/layout/tile.tsx';
import { addDecimal, compareDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { formatNumber } from '#ui/numbers/format.ts';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { queueAfter } from '#widgets/book/queue-after.ts';
import { useBook } from '#widgets/book/use-book.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useOrder } from '#widgets/orders/detail/use-order.ts';
import { isPriced } from '#widgets/orders/words.ts';
import { previewOf } from '#widgets/ticket/checks/preview.ts';
import { chargeRulesOf, type Terms, termsOf } from '#widgets/ticket/checks/terms.ts';

export interface ModifyEffectProps {
  order: OwnOrder;
  profile: InstrumentProfile;
  /** As they stand in the form. */
  quantity: string;
  price: string;
  /** Whether the form says something else than the order. */
  isChanged: boolean;
}

/** The meaning of a change before it is sent: the price now, the new cost, and the place in the queue. */
export function ModifyEffect(props: ModifyEffectProps) {
  const { order, profile } = props;
  const { t } = useTranslation('trade');
  const { queue } = useOrder(order);
  const terms = termsOf(profile);
  // A stop at market has no cost that is known before, and an order within the day a margin.
  const hasCost = isPriced(order) && !isSquaredOff(order.product);
  return (
    <section aria-label={t('modifyEffect')} className="rounded-tile bg-sunken p-4">
      <FactList
        facts={[
          { label: t('priceNow'), value: <LivePrice row={profile} unit="symbol" />, strong: true },
          ...(terms === undefined || !hasCost
            ? []
            : [
                {
                  label: order.side === 'buy' ? t('modifyCost') : t('modifyBrings'),
                  value: <Cost {...props} terms={terms} />,
                  strong: true,
                },
              ]),
          ...(queue === undefined
            ? []
            : [
                {
                  label: t('placeInQueue'),
                  help: <TermHelp label={t('placeInQueue')} terms={['queue']} />,
                  value: <Quantity value={queue.quantityAhead} />,
                },
              ]),
        ]}
      />
      <p aria-live="polite" className="mt-2 text-small text-muted">
        {order.state === 'new' ? <WaitsText order={order} /> : <PlaceText {...props} />}
      </p>
    </section>
  );
}

interface CostProps extends ModifyEffectProps {
  terms: Terms;
}

/**
 * The cost of a purchase at its limit with all charges, or what a sale brings there; a dash while unknown.
 */
function Cost({ order, profile, terms, ...typed }: CostProps) {
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  const rules = props.data === undefined ? undefined : chargeRulesOf(props.data, profile.quoteAsset);
  const coins = useCall('coinAssets', {}, { enabled: productIn(profile)?.hasFeeTiers === true });
  const feeTier = coins.data?.feeTier.tier ?? 0;
  const [limit, size] = [
    parseDecimal(typed.price, terms.priceScale),
    parseDecimal(typed.quantity, terms.baseScale),
  ];
  const { side, quoteAsset } = order;
  if (rules === undefined || limit === undefined || size === undefined) return '–';
  const common = { side, type: 'limit', validity: 'gtc' } as const;
  const intent = { ...common, priceLimit: price(limit), quantity: quantity(size) };
  const preview = previewOf({ intent, terms, rules, levels: [], depositoryPaid: amount(0n), feeTier });
  if (preview === undefined) return '–';
  return <PlainMoney value={formatDecimal(preview.worst, terms.quoteScale)} asset={quoteAsset} />;
}

/** One that waits has no place in a queue yet; a GTT to buy blocks nothing before its trigger. */
function WaitsText({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('trade');
  return order.origin === 'gtt' && order.side === 'buy' ? t('modifyWaitsFree') : t('modifyWaits');
}

/**
 * The place after the change: kept by who only asks for less, else behind all that stand at the new price.
 */
function PlaceText({ order, profile, quantity: size, price: at, isChanged }: ModifyEffectProps) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const { book } = useBook(profile.instrumentId);
  if (!isChanged) return t('modifyPlaceRule');
  const keepsPrice = !isPriced(order) || compareDecimal(at, order.priceLimit) === 0;
  if (keepsPrice && compareDecimal(size, order.quantity) < 0) return t('modifyKeepsPlace');
  const resting = addDecimal(order.quantity, negateDecimal(order.quantityFilled));
  const restsAt = isPriced(order) ? order.priceLimit : at;
  const after = book && queueAfter(book, { side: order.side, price: at, resting, restsAt });
  if (after === undefined) return t('modifyMoves');
  if (after.fillsAtOnce) return t('modifyFills');
  return t('modifyMovesBehind', { quantity: formatNumber(after.ahead, { settings, decimalsMin: 0 }) });
}
