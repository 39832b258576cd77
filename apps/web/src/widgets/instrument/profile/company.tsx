import { MINUTE_MS } from '@tarazu/core/units';
import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { isRefusal } from '#client/errors.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Term } from '#locales/term.ts';
import { Badge } from '#ui/badge.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { StatGrid } from '#ui/layout/tile.tsx';
import { compareDecimal, toPixels } from '#ui/numbers/decimal-text.ts';
import { Money, Percent, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { InstrumentDisc } from '#widgets/instrument/disc/instrument-disc.tsx';
import { instrumentHref } from '#widgets/instrument/ids.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

type Company = CallOutput<'stockCompany'>;

const RATIO_TERMS = [
  'marketCap',
  'priceToEarnings',
  'earningsPerShare',
  'priceToBook',
  'returnOnEquity',
  'netMargin',
  'dividendYield',
  'faceValue',
] as const satisfies readonly Term[];

/** Invented facts of an invented company, and marked as such; nothing where a market has none. */
export default function CompanyFacts({ instrumentId }: { instrumentId: string }) {
  const { t } = useTranslation('market');
  const company = useCall('stockCompany', { instrumentId }, { freshMs: MINUTE_MS });
  if (company.error !== null && isRefusal(company.error, 'NOT_FOUND')) return null;
  return (
    <Section
      title={t('keyFigures')}
      help={<TermHelp label={t('keyFigures')} terms={RATIO_TERMS} />}
      action={<Badge tone="warn">{t('fictional')}</Badge>}
    >
      <CallState query={company} data={company.data} skeleton={<SkeletonTile height={420} />}>
        {(shown) => <Facts company={shown} />}
      </CallState>
    </Section>
  );
}

function Facts({ company }: { company: Company }) {
  const { t } = useTranslation('market');
  const { ratios, asset } = company;
  const money = (value: string) => <Money value={value} asset={asset} />;
  return (
    <>
      <StatGrid
        stats={[
          { label: t('marketCap'), value: <Money value={company.marketCap} asset={asset} compact /> },
          { label: t('priceToEarnings'), value: <Quantity value={ratios.priceToEarnings} decimals={2} /> },
          { label: t('earningsPerShare'), value: money(ratios.earningsPerShare) },
          { label: t('priceToBook'), value: <Quantity value={ratios.priceToBook} decimals={2} /> },
          { label: t('bookValue'), value: money(ratios.bookValuePerShare) },
          { label: t('returnOnEquity'), value: <Percent value={ratios.returnOnEquity} /> },
          { label: t('netMargin'), value: <Percent value={ratios.netMargin} /> },
          { label: t('dividendYield'), value: <Percent value={ratios.dividendYield} /> },
          { label: t('faceValue'), value: money(ratios.faceValue) },
        ]}
      />
      <Results company={company} />
      <Shareholding company={company} />
      {company.peers.length > 0 && <Peers company={company} />}
    </>
  );
}

interface ResultLine {
  readonly key: string;
  readonly label: string;
  readonly revenue: string;
  readonly profit: string;
}

/** Revenue and profit, by quarter or by year. */
function Results({ company }: { company: Company }) {
  const { t } = useTranslation('market');
  const [by, setBy] = useState<'quarters' | 'years'>('quarters');
  const lines: ResultLine[] =
    by === 'quarters'
      ? company.quarters.slice(-4).map((one) => ({ ...one, key: one.endsOn, label: quarterName(one.endsOn) }))
      : company.years.map((one) => ({ ...one, key: one.year, label: `FY${one.year.slice(-2)}` }));
  const like = largestOf(lines.map(({ revenue }) => revenue));
  const widest = Math.max(1, ...lines.map(({ revenue }) => toPixels(revenue)));
  return (
    <>
      <h3 className="mt-5 mb-2 text-body font-semibold">{t('results')}</h3>
      <Segmented
        label={t('results')}
        value={by}
        onValueChange={setBy}
        items={[
          { value: 'quarters', label: t('quarters') },
          { value: 'years', label: t('years') },
        ]}
      />
      <ul className="mt-3 flex flex-col gap-3">
        {[...lines].reverse().map(({ key, label, revenue, profit }) => (
          <li key={key}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
              <span className="font-semibold">{label}</span>
              <span className="text-muted">
                {t('revenue')} <Money value={revenue} asset={company.asset} compact like={like} /> ·{' '}
                {t('netProfit')} <Money value={profit} asset={company.asset} compact like={like} />
              </span>
            </div>
            <span aria-hidden="true" className="relative mt-1.5 block h-2.5 rounded-full bg-sunken">
              <Part of={revenue} widest={widest} tone="bg-brand-soft" />
              <Part of={profit} widest={widest} tone="bg-brand" />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-muted">
        {t('nextResults')} <TimeText atMs={company.nextResultsMs} show="date" />
      </p>
    </>
  );
}

function Part({ of, widest, tone }: { of: string; widest: number; tone: string }) {
  const width = `${(toPixels(of) / widest) * 100}%`;
  return <span className={`absolute inset-y-0 left-0 rounded-full ${tone}`} style={{ width }} />;
}

const QUARTER_MONTHS = 3;

/** `Q2 FY27` of the quarter that ends on a day: years begin in April. */
function quarterName(endsOn: string): string {
  const [year = 0, month = 0] = endsOn.split('-').map(Number);
  const number = month / QUARTER_MONTHS;
  const isNextYear = number > 1;
  return `Q${isNextYear ? number - 1 : 4} FY${String(year + (isNextYear ? 1 : 0)).slice(-2)}`;
}

const HOLDERS = ['promoters', 'foreign', 'domestic', 'public'] as const;
const TONES = ['bg-brand', 'bg-up', 'bg-warn', 'bg-line-strong'] as const;

function Shareholding({ company }: { company: Company }) {
  const { t } = useTranslation('market');
  const last = company.shareholding.at(-1);
  if (last === undefined) return null;
  return (
    <>
      <h3 className="mt-4 flex items-center justify-between gap-3 text-body font-semibold">
        <span className="flex items-center">
          {t('shareholding')}
          <TermHelp label={t('shareholding')} terms={['shareholding']} />
        </span>
        <span className="text-small font-normal text-muted">{quarterName(last.endsOn)}</span>
      </h3>
      <span aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
        {HOLDERS.map((holder, index) => (
          <span key={holder} className={TONES[index]} style={{ width: `${last[holder]}%` }} />
        ))}
      </span>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2">
        {HOLDERS.map((holder, index) => (
          <div key={holder} className="flex items-center gap-2 text-small">
            <dt className="flex min-w-0 grow items-center gap-2 text-muted">
              <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${TONES[index]}`} />
              {t(`holder_${holder}`)}
            </dt>
            <dd className="font-semibold">
              <Percent value={last[holder]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function largestOf(values: readonly string[]): string | undefined {
  return [...values].sort(compareDecimal).at(-1);
}

function Peers({ company }: { company: Company }) {
  const { t } = useTranslation('market');
  const like = largestOf(company.peers.map(({ marketCap }) => marketCap));
  return (
    <>
      <h3 className="mt-6 text-body font-semibold">{t('peers')}</h3>
      <div className="-mx-4">
        <List label={t('peers')}>
          {company.peers.map(({ instrumentId, symbol, name, marketCap, priceToEarnings }) => (
            <Row
              key={instrumentId}
              leading={<InstrumentDisc instrumentId={instrumentId} />}
              title={symbol}
              detail={name}
              value={<Money value={marketCap} asset={company.asset} compact like={like} />}
              valueDetail={
                <>
                  {t('priceToEarnings')} <Quantity value={priceToEarnings} decimals={2} />
                </>
              }
              render={<PathLink href={instrumentHref({ instrumentId })} />}
            />
          ))}
        </List>
      </div>
    </>
  );
}
