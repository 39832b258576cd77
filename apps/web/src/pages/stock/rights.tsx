import { useSearch } from '@tanstack/react-router';
import type { OwnEntitlement } from '@tarazu/protocol';
import { HandCoins } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { addDecimal, compareDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';
import { formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { Money, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { ApplicationForm } from '#widgets/rights/application-form.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

const AGAIN_MS = 30_000;

/**
 * New shares that companies offer their holders: to apply
 * for until the issue closes, and the record of what was.
 */
export default function RightsPage() {
  const { t } = useTranslation('rights');
  const { instrumentId: first } = useSearch({ from: '/pages/stock/rights' });
  const rights = useCall('rightsList', {}, { everyMs: AGAIN_MS });
  return (
    <Page flush header={<BackBar title={t('title')} />}>
      <div className="px-4 pt-1">
        <MarketLabel />
      </div>
      <PullToRefresh label={t('loading')} onRefresh={() => rights.refetch()}>
        <CallState query={rights} data={rights.data?.list} skeleton={<RightsSkeleton />}>
          {(list) => <Rights list={list} first={first} />}
        </CallState>
      </PullToRefresh>
    </Page>
  );
}

function RightsSkeleton() {
  return (
    <div className="px-4 pt-4">
      <SkeletonTile height={320} />
    </div>
  );
}

function Rights({ list, first }: { list: readonly OwnEntitlement[]; first: string }) {
  const { t } = useTranslation('rights');
  if (list.length === 0)
    return (
      <EmptyState
        icon={HandCoins}
        title={t('none')}
        detail={t('noneText')}
        action={
          <Button size="medium" tone="secondary" render={<PathLink href="/pages/tabbar/position" />}>
            {t('toPositions')}
          </Button>
        }
      />
    );
  const rank = (one: OwnEntitlement) => (one.instrumentId === first ? 0 : 1);
  const open = list
    .filter((one) => one.state === 'open')
    .toSorted((left, right) => rank(left) - rank(right) || left.closesAtMs - right.closesAtMs);
  const past = list.filter((one) => one.state !== 'open');
  return (
    <>
      {open.length > 0 && (
        <Section title={t('open')}>
          <ul className="flex flex-col gap-8">
            {open.map((one) => (
              <OpenIssue key={one.issueId} entitlement={one} />
            ))}
          </ul>
          <p className="pt-4 text-small text-muted">{t('how')}</p>
        </Section>
      )}
      {past.length > 0 && (
        <Section title={t('past')}>
          <ul className="flex flex-col gap-3">
            {past.map((one) => (
              <PastIssue key={one.issueId} entitlement={one} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function IssueTitle({ entitlement }: { entitlement: OwnEntitlement }) {
  const { t } = useTranslation('rights');
  const settings = useFormat();
  const write = (text: string) => formatNumber(text, { settings, decimalsMin: 0 });
  const { name, symbol, sharesHeld, sharesOffered, instrumentId } = entitlement;
  return (
    <div className="min-w-0">
      <p className="text-heading">
        <PathLink href={`/pages/stock/stockKline?instrumentId=${encodeURIComponent(instrumentId)}`}>
          {symbol}
        </PathLink>
      </p>
      <p className="text-small text-muted">
        {name} · {t('offer', { offered: write(sharesOffered), held: write(sharesHeld) })}
      </p>
    </div>
  );
}

function OpenIssue({ entitlement }: { entitlement: OwnEntitlement }) {
  const { t } = useTranslation('rights');
  const { profile } = useInstrument(entitlement.instrumentId);
  const { asset, priceIssue, quantity, quantityApplied, closesAtMs } = entitlement;
  const isDear = profile !== undefined && compareDecimal(profile.price, priceIssue) < 0;
  const facts = [
    { label: t('issuePrice'), value: <Money value={priceIssue} asset={asset} /> },
    ...(profile === undefined
      ? []
      : [{ label: t('priceNow'), value: <LivePrice row={profile} unit="symbol" /> }]),
    {
      label: t('entitled'),
      help: <TermHelp label={t('entitled')} terms={['entitlement', 'rights']} />,
      value: <Quantity value={quantity} />,
    },
    { label: t('applied'), value: <Quantity value={quantityApplied} /> },
    { label: t('closes'), value: <TimeText atMs={closesAtMs} zone /> },
  ];
  return (
    <li className="flex flex-col gap-4">
      <IssueTitle entitlement={entitlement} />
      <Tile>
        <FactList facts={facts} />
      </Tile>
      {isDear && <Notice tone="warn">{t('dear')}</Notice>}
      <ApplicationForm key={quantityApplied} entitlement={entitlement} />
    </li>
  );
}

function PastIssue({ entitlement }: { entitlement: OwnEntitlement }) {
  const { t } = useTranslation('rights');
  const settings = useFormat();
  const write = (text: string) => formatNumber(text, { settings, decimalsMin: 0 });
  const { state, quantity, quantityApplied, priceIssue, asset, closesAtMs, endedAtMs } = entitlement;
  const lapsed = addDecimal(quantity, negateDecimal(quantityApplied));
  const price = formatMoney(priceIssue, asset, { settings });
  return (
    <li className="flex flex-col gap-2 rounded-tile bg-sunken p-4">
      <IssueTitle entitlement={entitlement} />
      {state === 'closing' ? (
        <p>
          <Badge tone="brand">{t('closing')}</Badge>
        </p>
      ) : (
        <p className="text-body">
          {t('allotted', { applied: write(quantityApplied), quantity: write(quantity) })}{' '}
          {quantityApplied !== '0' && t('allottedAt', { price })}
          {lapsed !== '0' && ` · ${t('lapsed', { quantity: write(lapsed) })}`}
        </p>
      )}
      <p className="text-small text-muted">
        <TimeText atMs={endedAtMs ?? closesAtMs} />
      </p>
    </li>
  );
}
