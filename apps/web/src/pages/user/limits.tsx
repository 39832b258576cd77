import { CalendarOff, Clock, Hash, ListChecks, type LucideIcon, Scale, TrendingDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { refreshShown, useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Switch } from '#ui/fields/toggle.tsx';
import { Icon } from '#ui/icon.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { BreakSheet } from './limits/break-sheet.tsx';
import { LimitSheet } from './limits/limit-sheet.tsx';
import { isSameLimit, type Limit, type LimitKey, useLimitWords } from './limits/limit-words.ts';
import { type LimitChange, useLimitChange } from './limits/use-limit-change.tsx';

type Info = CallOutput<'limits'>;

const ICONS: Readonly<Record<Limit['name'], LucideIcon>> = {
  dayLoss: TrendingDown,
  dayOrders: Hash,
  leverage: Scale,
  nightLock: Clock,
  exclusion: CalendarOff,
  allowList: ListChecks,
};

/** Limits that the person sets for the account: stricter at once, looser a day later. */
export default function LimitsPage() {
  const { t } = useTranslation('security');
  const info = useCall('limits', {});
  return (
    <Page flush room="overview" header={<BackBar title={t('limit_title')} />}>
      <PullToRefresh label={t('limit_title')} onRefresh={refreshShown}>
        <CallState query={info} data={info.data} skeleton={<SkeletonRows count={6} />}>
          {(shown) => <Limits info={shown} />}
        </CallState>
      </PullToRefresh>
    </Page>
  );
}

function Limits({ info }: { info: Info }) {
  const { t } = useTranslation('security');
  const [opened, setOpened] = useState<LimitKey>();
  const close = () => setOpened(undefined);
  const changing = useLimitChange(close);
  const limitOf = (key: LimitKey) => info.list.find((limit) => isSameLimit(limit, key));
  const row = (key: LimitKey) => (
    <LimitRow
      key={`${key.name} ${key.asset}`}
      limitKey={key}
      limit={limitOf(key)}
      onClick={() => setOpened(key)}
    />
  );
  const isBreak = opened?.name === 'exclusion';
  return (
    <>
      <Overview
        top={
          <>
            <p className="px-4 pt-4 text-body text-muted">{t('limit_intro')}</p>
            <div className="px-4 pt-4 empty:hidden">
              <Refused error={opened === undefined ? changing.error : undefined} />
            </div>
            <Waiting list={info.list} changing={changing} />
          </>
        }
        first={<TradingLimits assets={info.assets} row={row} />}
        second={
          <>
            <Section
              flush
              title={t('limit_sectionBreak')}
              help={<TermHelp label={t('limit_sectionBreak')} terms={['tradingBreak']} />}
            >
              <List label={t('limit_sectionBreak')}>{row({ name: 'exclusion' })}</List>
            </Section>
            <AllowList limit={limitOf({ name: 'allowList' })} changing={changing} />
          </>
        }
      />
      <LimitSheet
        limitKey={isBreak ? undefined : opened}
        limit={opened && limitOf(opened)}
        changing={changing}
        onClose={close}
      />
      <BreakSheet open={isBreak} changing={changing} onClose={close} />
      {changing.sheet}
    </>
  );
}

function TradingLimits({ assets, row }: { assets: Info['assets']; row: (key: LimitKey) => ReactNode }) {
  const { t } = useTranslation('security');
  const losses = assets.map((asset) => ({ name: 'dayLoss', asset }) as const);
  const keys: readonly LimitKey[] = [
    ...losses,
    { name: 'dayOrders' },
    { name: 'leverage' },
    { name: 'nightLock' },
  ];
  return (
    <Section
      flush
      title={t('limit_sectionTrading')}
      help={<TermHelp label={t('limit_sectionTrading')} terms={['dailyLoss', 'leverage', 'lockedHours']} />}
    >
      <List label={t('limit_sectionTrading')}>{keys.map(row)}</List>
    </Section>
  );
}

/** Looser limits that wait, each with the way back. */
function Waiting({ list, changing }: { list: readonly Limit[]; changing: LimitChange }) {
  const { t } = useTranslation('security');
  const { nameOf, valueText } = useLimitWords();
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 empty:hidden">
      {list.map((limit) => {
        const { nextFromMs, nextValue, value } = limit;
        if (nextFromMs === undefined || value === undefined) return null;
        return (
          <Notice
            key={`${limit.name} ${limit.asset}`}
            tone="warn"
            title={t('limit_waits', { name: nameOf(limit) })}
            action={
              <Button
                size="small"
                tone="secondary"
                loading={changing.isRunning}
                onClick={() => changing.change(limit, value)}
              >
                {t('limit_keep', { value: valueText(limit, value) })}
              </Button>
            }
          >
            {nextValue === undefined
              ? t('limit_endsFrom')
              : t('limit_waitsFor', { value: valueText(limit, nextValue) })}{' '}
            <TimeText atMs={nextFromMs} zone />
          </Notice>
        );
      })}
    </div>
  );
}

interface LimitRowProps {
  limitKey: LimitKey;
  limit: Limit | undefined;
  onClick: () => void;
}

function LimitRow({ limitKey, limit, onClick }: LimitRowProps) {
  const { t } = useTranslation('security');
  const { nameOf, valueText } = useLimitWords();
  const value = limit?.value;
  return (
    <Row
      chevron
      leading={<Icon icon={ICONS[limitKey.name]} className="text-muted" />}
      title={nameOf(limitKey)}
      detail={
        limit?.used === undefined || isNoResult(limit) ? (
          t(`limit_detail_${limitKey.name}`)
        ) : (
          <Used limit={limit} used={limit.used} />
        )
      }
      value={
        value === undefined ? (
          <span className="text-small text-muted">{t('limit_notSet')}</span>
        ) : (
          <span className="number text-body font-semibold">{valueText(limitKey, value)}</span>
        )
      }
      onClick={onClick}
    />
  );
}

/** A day without a result says nothing yet. */
function isNoResult({ name, used }: Limit): boolean {
  return name === 'dayLoss' && !/[1-9]/.test(used ?? '');
}

/** Of a loss the day's result, of a count how many. */
function Used({ limit, used }: { limit: Limit; used: string }) {
  const { t } = useTranslation('security');
  const settings = useFormat();
  if (limit.name !== 'dayLoss')
    return t('limit_usedOrders', { used: formatNumber(used, { settings, decimalsMin: 0 }) });
  const isLoss = used.startsWith('-');
  const amount = formatMoney(used.replace('-', ''), limit.asset ?? '', { settings, decimals: 2 });
  return t(isLoss ? 'limit_lostToday' : 'limit_wonToday', { amount });
}

function AllowList({ limit, changing }: { limit: Limit | undefined; changing: LimitChange }) {
  const { t } = useTranslation('security');
  const isOn = limit?.value !== undefined;
  return (
    <Section
      title={t('limit_sectionPayout')}
      help={<TermHelp label={t('limit_sectionPayout')} terms={['allowList']} />}
    >
      <Switch
        label={t('limit_name_allowList')}
        detail={t('limit_detail_allowList')}
        checked={isOn}
        disabled={changing.isRunning}
        onCheckedChange={(on) => changing.change({ name: 'allowList' }, on ? '1' : undefined)}
      />
    </Section>
  );
}
