import type { Book, InstrumentProfile, OwnOrder } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { formatMoney } from '#ui/numbers/format.ts';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { useVenueState } from '#widgets/instrument/price/use-venue-state.ts';
import { QueuePlace } from '#widgets/orders/detail/queue-place.tsx';

/** Own orders whose places are asked for at once. */
const PLACES_MAX = 3;

/**
 * At an edge of the band only one side is left and queues:
 * how long it is, and where one's own orders stand in it.
 */
export function BandQueue({ instrument, book }: { instrument: InstrumentProfile; book: Book }) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const band = useVenueState(instrument)?.band;
  if (band === undefined || band.priceLow === band.priceHigh) return null;
  const [bid, ask] = [book.bids[0], book.asks[0]];
  const isUpper = bid !== undefined && ask === undefined && compareDecimal(bid[0], band.priceHigh) === 0;
  const isLower = ask !== undefined && bid === undefined && compareDecimal(ask[0], band.priceLow) === 0;
  const level = isUpper ? bid : isLower ? ask : undefined;
  if (level === undefined) return null;
  const [price, quantity, orders] = level;
  const written = formatMoney(price, instrument.quoteAsset, { settings, decimals: instrument.priceScale });
  return (
    <Notice tone={isUpper ? 'good' : 'danger'} title={isUpper ? t('upperBand') : t('lowerBand')}>
      <Quantity value={quantity} unit={t('shares')} />{' '}
      {t('bandWaiting', { orders: String(orders), price: written })}
      <OwnPlaces instrument={instrument} side={isUpper ? 'buy' : 'sell'} price={price} />
    </Notice>
  );
}

function OwnPlaces({
  instrument,
  side,
  price,
}: {
  instrument: InstrumentProfile;
  side: OwnOrder['side'];
  price: string;
}) {
  const { isSignedIn } = useSession();
  const input = { state: 'live', instrumentId: instrument.instrumentId, limit: '20' } as const;
  const orders = useCall('stockOrders', input, { enabled: isSignedIn });
  const own = (orders.data?.list ?? []).filter(
    (order) => order.side === side && compareDecimal(order.priceLimit, price) === 0,
  );
  return (
    <>
      {own.slice(0, PLACES_MAX).map(({ id }) => (
        <OwnPlace key={id} id={id} />
      ))}
    </>
  );
}

function OwnPlace({ id }: { id: string }) {
  const { data } = useCall('stockOrderInfo', { id }, { everyMs: 5_000 });
  return data?.queue === undefined ? null : <QueuePlace queue={data.queue} />;
}
