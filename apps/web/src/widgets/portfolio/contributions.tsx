import { useTranslation } from '#locales/i18n.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { compareDecimal, signOf, toPixels } from '#ui/numbers/decimal-text.ts';
import { formatNumber } from '#ui/numbers/format.ts';
import { Change } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { Portfolio } from './returns.tsx';

/** Holdings by what each added to the return or took from it, the best first. */
export function Contributions({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation('portfolio');
  const settings = useFormat();
  const words = useChangeWords();
  const hiddenWord = useHiddenWord();
  const best = [...portfolio.holdings].sort((one, other) => compareDecimal(other.profit, one.profit));
  const widest = Math.max(...best.map(({ contribution }) => Math.abs(toPixels(contribution))), 0);
  if (best.length === 0) return null;
  return (
    <Section flush title={t('contributions')}>
      <p className="px-4 pb-1 text-small text-muted">{t('contributionNote')}</p>
      <List label={t('contributions')}>
        {best.map(({ instrumentId, symbol, profit, contribution }) => (
          <Row
            key={instrumentId}
            leading={<InstrumentDisc instrumentId={instrumentId} />}
            title={symbol}
            detail={<Bar value={contribution} widest={widest} />}
            value={
              hiddenWord === undefined ? (
                <Change value={profit} asset={portfolio.asset} unit="symbol" words={words} />
              ) : (
                '••••••'
              )
            }
            valueDetail={t('points', { points: formatNumber(contribution, { sign: 'always', settings }) })}
            render={<PathLink href={instrumentHref({ instrumentId })} />}
          />
        ))}
      </List>
    </Section>
  );
}

const WHOLE = 50;

/** From the middle to the right for a gain, to the left for a loss; the figure beside it says the same. */
function Bar({ value, widest }: { value: string; widest: number }) {
  const part = widest === 0 ? 0 : (Math.abs(toPixels(value)) / widest) * WHOLE;
  const isLoss = signOf(value) < 0;
  return (
    <span aria-hidden="true" className="relative mt-1.5 block h-1.5 max-w-48 rounded-full bg-sunken">
      <span
        className={`absolute inset-y-0 rounded-full ${isLoss ? 'bg-down' : 'bg-up'}`}
        style={isLoss ? { right: '50%', width: `${part}%` } : { left: '50%', width: `${part}%` }}
      />
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
    </span>
  );
}
