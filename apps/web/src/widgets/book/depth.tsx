import type { Book, InstrumentProfile } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { addDecimal, compareDecimal, toPixels } from '#ui/numbers/decimal-text.ts';
import { DepthBar, RatioBar } from '#ui/numbers/depth-bar.tsx';
import { formatPercent } from '#ui/numbers/format.ts';
import { Percent, Price, Quantity } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';

type Level = Book['bids'][number];
type Quoted = Pick<InstrumentProfile, 'quoteAsset' | 'priceScale'>;

export interface DepthProps {
  book: Book;
  instrument: Quoted;
  levels?: number | undefined;
  /** A price that was tapped goes into the ticket. */
  onPrice?: ((price: string) => void) | undefined;
}

/** Buyers left, sellers right, best on top: the way the big brokers show five levels. */
export function Depth({ book, instrument, levels = 5, onPrice }: DepthProps) {
  const { t } = useTranslation('market');
  const bids = book.bids.slice(0, levels);
  const asks = book.asks.slice(0, levels);
  if (bids.length + asks.length === 0)
    return <p className="py-6 text-center text-body text-muted">{t('bookEmpty')}</p>;
  const quantityMax = largest([...bids, ...asks]);
  return (
    <div>
      <div className="grid grid-cols-2 gap-3">
        <DepthSide side="buy" rows={bids} {...{ levels, quantityMax, instrument, onPrice }} />
        <DepthSide side="sell" rows={asks} {...{ levels, quantityMax, instrument, onPrice }} />
      </div>
      <div className="mt-3">
        <Ratio bids={book.bids} asks={book.asks} />
      </div>
    </div>
  );
}

interface DepthSideProps {
  side: 'buy' | 'sell';
  rows: readonly Level[];
  levels: number;
  quantityMax: string;
  instrument: Quoted;
  onPrice: DepthProps['onPrice'];
}

function DepthSide({ side, rows, levels, quantityMax, instrument, onPrice }: DepthSideProps) {
  const { t } = useTranslation('market');
  const isBuy = side === 'buy';
  const rest = Array.from({ length: Math.max(0, levels - rows.length) }, (_, index) => index);
  return (
    <div>
      <p className={`flex justify-between pb-1 text-small text-muted ${isBuy ? '' : 'flex-row-reverse'}`}>
        <span>{t('quantity')}</span>
        <span>{isBuy ? t('bid') : t('ask')}</span>
      </p>
      <ul aria-label={isBuy ? t('bids') : t('asks')}>
        {rows.map(([price, quantity]) => (
          <li key={price}>
            <DepthBar side={side} quantity={quantity} quantityMax={quantityMax}>
              <LevelBody onPress={onPrice === undefined ? undefined : () => onPrice(price)} isBuy={isBuy}>
                <Quantity value={quantity} compact />
                <Price
                  value={price}
                  asset={instrument.quoteAsset}
                  decimals={instrument.priceScale}
                  unit="none"
                  className={`font-semibold ${isBuy ? 'text-up' : 'text-down'}`}
                />
              </LevelBody>
            </DepthBar>
          </li>
        ))}
        {rest.map((index) => (
          <li
            key={`none-${index}`}
            aria-hidden="true"
            className="flex min-h-8 items-center justify-center text-small text-muted"
          >
            –
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LevelBodyProps {
  isBuy: boolean;
  onPress: (() => void) | undefined;
  children: React.ReactNode;
}

function LevelBody({ isBuy, onPress, children }: LevelBodyProps) {
  const className = `flex min-h-8 w-full items-center justify-between gap-1 px-1 text-small ${isBuy ? '' : 'flex-row-reverse'}`;
  if (onPress === undefined) return <div className={className}>{children}</div>;
  return (
    <button type="button" className={className} onClick={onPress}>
      {children}
    </button>
  );
}

function Ratio({ bids, asks }: Pick<Book, 'bids' | 'asks'>) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const bought = toPixels(total(bids));
  const sold = toPixels(total(asks));
  const share = bought + sold === 0 ? 0.5 : bought / (bought + sold);
  const percent = Math.round(share * 100);
  const text = (value: number) => formatPercent(String(value), { decimals: 0, settings });
  return (
    <RatioBar
      buyShare={share}
      buyLabel={
        <>
          {t('buyers')} <Percent value={String(percent)} decimals={0} />
        </>
      }
      sellLabel={
        <>
          <Percent value={String(100 - percent)} decimals={0} /> {t('sellers')}
        </>
      }
      summary={t('ratioSummary', { buy: text(percent), sell: text(100 - percent) })}
    />
  );
}

function largest(levels: readonly Level[]): string {
  return levels.reduce((most, [, quantity]) => (compareDecimal(quantity, most) > 0 ? quantity : most), '0');
}

function total(levels: readonly Level[]): string {
  return levels.reduce((sum, [, quantity]) => addDecimal(sum, quantity), '0');
}
