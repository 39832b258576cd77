import type { OwnIntradayPosition } from '@tarazu/protocol';
import { balancesHiddenSlice, orderDraftsSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { intraday } from '#products/intraday/intraday.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { addDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { AveragePrice } from '#widgets/instrument/price/average-price.tsx';
import { PlainChange, PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { PathLink } from '#widgets/session/path-link.tsx';

/** The positions open within the day, apart from holdings: each leads to the ticket that closes it. */
export function IntradayList({ positions }: { positions: readonly OwnIntradayPosition[] }) {
  const { t } = useTranslation('trade');
  const [first] = positions;
  if (first === undefined) return null;
  return (
    <Section
      flush
      title={t('withinDay')}
      help={<TermHelp label={t('withinDay')} terms={['intraday', 'margin', 'squareOff']} />}
    >
      <List label={t('withinDay')}>
        {positions.map((position) => (
          <IntradayRow key={position.instrumentId} position={position} />
        ))}
      </List>
      <p className="px-4 pt-2 text-small text-muted">
        {t('withinDayText', { percent: first.squareOffPercent })} <TimeText atMs={first.squareOffAtMs} zone />
      </p>
    </Section>
  );
}

function IntradayRow({ position }: { position: OwnIntradayPosition }) {
  const { t } = useTranslation('trade');
  const isHidden = balancesHiddenSlice.use();
  const words = useChangeWords();
  const { instrumentId, quoteAsset } = position;
  const side = position.side === 'buy' ? 'sell' : 'buy';
  const takeUp = () =>
    orderDraftsSlice.update((drafts) => ({
      ...drafts,
      [instrumentId]: { ...drafts[instrumentId], product: intraday.wireName, quantity: position.quantity },
    }));
  const loss = position.lossPercent > 0 ? ` · ${t('marginLost', { percent: position.lossPercent })}` : '';
  return (
    <Row
      leading={<InstrumentDisc instrumentId={instrumentId} />}
      title={position.symbol}
      detail={
        <>
          {position.side === 'buy' ? t('boughtFirst') : t('soldFirst')} <Quantity value={position.quantity} />{' '}
          · {t('averageCostShort')}{' '}
          <AveragePrice value={position.priceWithCharges} asset={quoteAsset} like={position.price} /> ·{' '}
          {t('withoutShort')}{' '}
          <AveragePrice value={position.priceAverage} asset={quoteAsset} like={position.price} />
          {loss}
        </>
      }
      value={
        <PlainMoney
          value={position.value}
          asset={quoteAsset}
          {...(isHidden ? { hiddenWord: t('hidden') } : {})}
        />
      }
      valueDetail={
        isHidden ? undefined : (
          <PlainChange
            value={addDecimal(position.profit, negateDecimal(position.charges))}
            asset={quoteAsset}
            words={words}
          />
        )
      }
      chevron
      render={
        <PathLink
          onFollow={takeUp}
          href={`/pages/stock/order?instrumentId=${encodeURIComponent(instrumentId)}&side=${side}`}
        />
      }
    />
  );
}
