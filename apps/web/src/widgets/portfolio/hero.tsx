import type { PortfolioRange } from '@tarazu/protocol';
import { PORTFOLIO_RANGES } from '@tarazu/protocol';
import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { addDecimal, compareDecimal, negateDecimal, signOf } from '#ui/numbers/decimal-text.ts';
import { formatMoney } from '#ui/numbers/format.ts';
import { Change, Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { Curve } from './curve.tsx';
import type { Portfolio } from './returns.tsx';
import { atMomentOf } from './snapshot.ts';

type History = CallOutput<'userPortfolioHistory'>;

const AGAIN_MS = 30_000;

/** A curve that brought nothing is neither green nor red, as the figure above it. */
const TONE_OF = { 1: 'up', 0: 'muted', '-1': 'down' } as const;

/** The span that was looked at last, while the app runs. */
let lastRange: PortfolioRange = '1m';

/** Worth of it all, and how it came there: the curve with its spans. */
export function PortfolioHero() {
  const { t } = useTranslation('portfolio');
  const [range, setRange] = useState(lastRange);
  // The figures below are of this answer: its moment is the page's, and its gain of today the only one.
  const figures = useCall('userPortfolio', {}).data;
  const history = useCall('userPortfolioHistory', { range }, { everyMs: AGAIN_MS, keepPrevious: true });
  return (
    <>
      <CallState query={history} data={history.data} skeleton={<div className="h-74" />}>
        {(shown) => <Worth history={atMomentOf(shown, figures)} figures={figures} />}
      </CallState>
      <div className="px-2">
        <Chips
          even
          label={t('range')}
          value={range}
          onValueChange={(value) => {
            lastRange = value;
            setRange(value);
          }}
          items={PORTFOLIO_RANGES.map((value) => ({ value, label: t(`range_${value}`) }))}
        />
      </div>
      <p className="px-4 pt-1 pb-2 text-small text-muted">
        {t(range === '1d' ? 'curveNoteDay' : 'curveNote')}
      </p>
    </>
  );
}

function Worth({ history, figures }: { history: History; figures: Portfolio | undefined }) {
  const { t } = useTranslation('portfolio');
  const hiddenWord = useHiddenWord();
  const words = useChangeWords();
  const settings = useFormat();
  const [chosen, setChosen] = useState<number>();
  const { list, asset, range } = history;
  const { profit, percent } = profitOf(history, range === '1d' ? figures : undefined);
  const values = list.map(({ value }) => value);
  const point = chosen === undefined || chosen >= list.length - 1 ? undefined : list[chosen];
  const shown = point ?? list.at(-1);
  const money = (value: string) =>
    hiddenWord === undefined ? formatMoney(value, asset, { settings }) : hiddenWord;
  const byValue = [...values].sort(compareDecimal);
  const summary = t('curveSummary', {
    from: money(values[0] ?? '0'),
    until: money(values.at(-1) ?? '0'),
    low: money(byValue[0] ?? '0'),
    high: money(byValue.at(-1) ?? '0'),
  });
  return (
    <section aria-label={t('total')}>
      <div className="px-4 pt-2 pb-3">
        <div className="flex min-h-8 items-center justify-between gap-3">
          <p className="text-small text-muted">
            {point === undefined ? t('total') : <TimeText atMs={point.atMs} />}
          </p>
          <MarketLabel />
        </div>
        <p className="text-display break-words">
          <Money value={shown?.value} asset={asset} hiddenWord={hiddenWord} />
        </p>
        <p className="mt-1 flex min-h-5 flex-wrap items-baseline gap-x-2 text-body font-medium">
          {hiddenWord === undefined ? (
            <Change
              value={point === undefined ? profit : profitUntil(list, chosen ?? 0)}
              percent={point === undefined ? percent : undefined}
              asset={asset}
              unit="symbol"
              words={words}
            />
          ) : (
            <Change percent={percent} words={words} />
          )}
          <span className="text-small text-muted">{t(`since_${range}`)}</span>
        </p>
      </div>
      {list.length < 2 ? (
        <p className="grid h-45 place-items-center px-4 text-center text-body text-muted">
          {t('curveBegins')}
        </p>
      ) : (
        <Curve
          values={values}
          summary={summary}
          chosenText={shown === undefined ? undefined : money(shown.value)}
          chosen={chosen}
          onChoose={setChosen}
          tone={TONE_OF[signOf(profit)]}
        />
      )}
    </section>
  );
}

function profitOf(history: History, today: Portfolio | undefined) {
  if (today === undefined) return { profit: history.profit, percent: history.profitPercent };
  return { profit: today.profitToday, percent: today.profitTodayPercent };
}

/** Up to a point of the curve, without what came from outside. */
function profitUntil(list: History['list'], index: number): string {
  const [first] = list;
  const until = list[index];
  if (first === undefined || until === undefined) return '0';
  const flows = list.slice(1, index + 1).reduce((sum, { flow }) => addDecimal(sum, flow), '0');
  return addDecimal(until.value, negateDecimal(addDecimal(first.value, flows)));
}
