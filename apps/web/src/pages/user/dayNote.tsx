import { getRouteApi } from '@tanstack/react-router';
import { call } from '#client/api.ts';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { AveragePrice } from '#widgets/instrument/price/average-price.tsx';
import { useChargeName } from '#widgets/orders/detail/charges.tsx';
import { RuleVersionLink } from '#widgets/rulebook/rule-version-link.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { dayText } from './parts/day-text.ts';
import { SaveDocument } from './parts/save-document.tsx';

const route = getRouteApi('/pages/user/dayNote');

type Note = CallOutput<'stockNoteInfo'>;

/** The contract note of a day: what each order cost, and that the ledger says the same. */
export default function ContractNotePage() {
  const { t } = useTranslation('documents');
  const { day } = route.useSearch();
  const settings = useFormat();
  const note = useCall('stockNoteInfo', { day });
  return (
    <Page flush header={<BackBar title={`${t('note')} ${dayText(day, settings)}`} />}>
      <CallState query={note} data={note.data} skeleton={<NoteSkeleton />}>
        {(shown) => (
          <>
            <Remarks note={shown} />
            <Totals note={shown} />
            <SaveDocument read={(format) => call('stockNoteFile', { day, format })} />
            <Lines note={shown} />
          </>
        )}
      </CallState>
    </Page>
  );
}

function Remarks({ note }: { note: Note }) {
  const { t } = useTranslation('documents');
  return (
    <div className="flex flex-col gap-2 px-4 pt-3">
      {note.environment === 'demo' && <Notice tone="info">{t('demoPaper')}</Notice>}
      {!note.isFinal && <Notice tone="info">{t('dayGoesOn')}</Notice>}
    </div>
  );
}

function Totals({ note }: { note: Note }) {
  const { t } = useTranslation('documents');
  const nameOf = useChargeName();
  const { totals } = note;
  const settings = useFormat();
  const money = (value: string) => <Money value={value} asset={note.asset} />;
  const agrees = totals.net === totals.postings;
  return (
    <Section title={dayText(note.day, settings)}>
      <Tile>
        <FactList
          facts={[
            { label: t('bought'), value: money(totals.bought) },
            { label: t('sold'), value: money(totals.sold) },
            { label: t('intradayResult'), value: money(totals.intradayResult) },
          ]}
        />
        <Disclosure title={t('charges')} value={money(totals.chargesTotal)}>
          <FactList
            facts={totals.charges.map((line) => ({ label: nameOf(line.name), value: money(line.amount) }))}
          />
        </Disclosure>
        <FactList
          facts={[
            {
              label: totals.net.startsWith('-') ? t('netPaid') : t('netGot'),
              value: money(totals.net.replace('-', '')),
              strong: true,
            },
            { label: t('postings'), value: money(totals.postings.replace('-', '')) },
          ]}
        />
        <p className={`pt-2 text-small ${agrees ? 'text-good' : 'text-danger'}`}>
          {agrees ? t('agrees') : t('differs')}
        </p>
      </Tile>
    </Section>
  );
}

function Lines({ note }: { note: Note }) {
  const { t } = useTranslation('documents');
  const nameOf = useChargeName();
  const settings = useFormat();
  const money = (value: string) => <Money value={value} asset={note.asset} />;
  return (
    <Section title={t('orders')}>
      {note.isCut && <p className="pb-2 text-small text-muted">{t('cut')}</p>}
      <div className="flex flex-col gap-3">
        {note.lines.map((line) => (
          <Tile key={line.orderId}>
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="text-body font-semibold">
                {t(line.side === 'buy' ? 'buyLine' : 'sellLine', {
                  quantity: formatNumber(line.quantity, { settings, decimalsMin: 0 }),
                  symbol: line.symbol,
                })}{' '}
                · {line.product}
                {line.origin === 'squareOff' && ` · ${t('squareOff')}`}
              </h3>
              <span className="text-body font-semibold">{money(line.value)}</span>
            </div>
            <p className="text-small text-muted">
              <TimeText atMs={line.atMs} show="time" /> · {t('averageAt')}{' '}
              <AveragePrice value={line.priceAverage} asset={note.asset} />
            </p>
            <Disclosure title={t('charges')} value={money(line.chargesTotal)}>
              <FactList
                facts={line.charges.map((one) => ({ label: nameOf(one.name), value: money(one.amount) }))}
              />
              <p className="pt-2 text-small">
                <RuleVersionLink version={line.ruleVersion} />
              </p>
            </Disclosure>
          </Tile>
        ))}
      </div>
    </Section>
  );
}

function NoteSkeleton() {
  return (
    <>
      <div className="px-4 py-4">
        <SkeletonTile height={240} />
      </div>
      <SkeletonRows count={4} />
    </>
  );
}
