import { MINUTE_MS } from '@tarazu/core/units';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { addDecimal, compareDecimal, signOf } from '#ui/numbers/decimal-text.ts';
import { formatCompact, formatDate, formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { type FormatSettings, intlLocale } from '#ui/numbers/format-settings.ts';
import { Change, Money } from '#ui/numbers/number-text.tsx';
import { TimeText, useNow } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { dayOf, daysOfMonth, monthBeside, monthOf, noonOf } from './month.ts';
import type { Portfolio } from './returns.tsx';
import { withToday } from './snapshot.ts';

type Days = CallOutput<'userPortfolioDays'>;
type Day = Days['list'][number];

/** Profit and loss of each finished day and of today, a month at a time. */
export function ProfitCalendar({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation('portfolio');
  const thisMonth = monthOf(useNow(MINUTE_MS));
  const [month, setMonth] = useState(thisMonth);
  const days = useCall('userPortfolioDays', { month }, { keepPrevious: true });
  const firstMonth = days.data?.firstDay?.slice(0, 7) ?? thisMonth;
  const move = (by: number) => setMonth(monthBeside(month, by));
  const steps = (
    <span className="-mr-2 flex">
      <IconButton
        icon={ChevronLeft}
        label={t('monthBefore')}
        disabled={month <= firstMonth}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={ChevronRight}
        label={t('monthAfter')}
        disabled={month >= thisMonth}
        onClick={() => move(1)}
      />
    </span>
  );
  return (
    <Section title={t('calendar')} action={steps}>
      <CallState query={days} data={days.data} skeleton={<SkeletonTile height={372} />}>
        {(shown) => (
          <Month key={shown.month} days={withToday(shown, portfolio)} today={dayOf(portfolio.atMs)} />
        )}
      </CallState>
    </Section>
  );
}

function Month({ days, today }: { days: Days; today: string }) {
  const { t } = useTranslation('portfolio');
  const settings = useFormat();
  const words = useChangeWords();
  const hiddenWord = useHiddenWord();
  const [chosen, setChosen] = useState<string>();
  const { days: all, before } = daysOfMonth(days.month);
  const known = new Map(days.list.map((day) => [day.day, day]));
  const day = chosen === undefined ? undefined : known.get(chosen);
  const largest =
    [...days.list]
      .map(({ profit }) => profit.replace('-', ''))
      .sort(compareDecimal)
      .at(-1) ?? '0';
  return (
    <div className="rounded-tile bg-sunken p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-1 pb-2">
        <p className="text-small text-muted">
          {day === undefined ? (
            monthName(days.month, settings)
          ) : (
            <>
              <TimeText atMs={noonOf(day.day)} show="date" />
              {day.day === today && ` · ${t('dayRuns')}`}
            </>
          )}
        </p>
        <p className="text-body font-semibold">
          {hiddenWord === undefined ? (
            <Change
              value={day?.profit ?? days.profit}
              percent={day?.profitPercent}
              asset={days.asset}
              unit="symbol"
              words={words}
            />
          ) : (
            <Money value={days.profit} asset={days.asset} hiddenWord={hiddenWord} />
          )}
        </p>
      </div>
      <div aria-hidden="true" className="grid grid-cols-7 pb-1 text-center text-micro text-muted">
        {t('weekdays')
          .split(' ')
          .map((name) => (
            <span key={name}>{name}</span>
          ))}
      </div>
      <ul className="grid grid-cols-7 gap-1">
        {all.map((text, index) => (
          <DayCell
            key={text}
            text={text}
            day={known.get(text)}
            isChosen={chosen === text}
            largest={largest}
            column={index === 0 ? before + 1 : undefined}
            onChoose={() => setChosen(chosen === text ? undefined : text)}
          />
        ))}
      </ul>
      <p className="px-1 pt-3 text-small text-muted">
        {days.list.length === 0 ? `${t('noDays')}. ` : ''}
        {t('dayClosed')}
      </p>
    </div>
  );
}

/** "November 2026". */
function monthName(month: string, settings: FormatSettings): string {
  const names = new Intl.DateTimeFormat(intlLocale(settings), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return names.format(Date.parse(`${month}-15T00:00:00Z`));
}

interface DayCellProps {
  text: string;
  day: Day | undefined;
  isChosen: boolean;
  largest: string;
  /** Of the month's first day: where its week begins. */
  column: number | undefined;
  onChoose: () => void;
}

function DayCell({ text, day, isChosen, largest, column, onChoose }: DayCellProps) {
  const { t } = useTranslation('portfolio');
  const settings = useFormat();
  const hiddenWord = useHiddenWord();
  const number = formatNumber(String(Number(text.slice(-2))), { settings });
  const date = formatDate(noonOf(text), settings);
  const style = column === undefined ? {} : { gridColumnStart: column };
  if (day === undefined) {
    return (
      <li style={style} className="grid min-h-11 place-items-center text-small text-muted">
        <span aria-hidden="true">{number}</span>
        <span className="sr-only">{t('dayNone', { day: date })}</span>
      </li>
    );
  }
  const profit = hiddenWord ?? formatMoney(day.profit, 'INR', { sign: 'always', settings });
  return (
    <li style={style}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={`grid min-h-11 w-full place-items-center rounded-chip px-0.5 py-1 text-small ${toneOf(day, largest)} ${isChosen ? 'outline-2 outline-brand' : ''}`}
      >
        <span className="sr-only">{t('dayOf', { day: date, profit })}</span>
        <span aria-hidden="true" className="font-semibold">
          {number}
        </span>
        <span aria-hidden="true" className="number text-micro max-[359px]:hidden">
          {hiddenWord === undefined
            ? formatCompact(day.profit, 'INR', {
                unit: 'none',
                sign: 'always',
                decimals: 0,
                like: largest,
                settings,
              })
            : '••'}
        </span>
      </button>
    </li>
  );
}

/** The sign stands in the cell too: the colour alone says nothing. */
function toneOf(day: Day, largest: string): string {
  const sign = signOf(day.profit);
  if (sign === 0) return 'bg-bg text-muted';
  // More than half of the month's largest day is drawn full.
  const size = day.profit.replace('-', '');
  const isStrong = compareDecimal(addDecimal(size, size), largest) >= 0;
  if (sign > 0) return isStrong ? 'bg-up text-on-up' : 'bg-up-soft text-up';
  return isStrong ? 'bg-down text-on-down' : 'bg-down-soft text-down';
}
