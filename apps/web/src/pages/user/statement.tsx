import { INDIA_OFFSET_MS } from '@tarazu/core/units';
import { wallets } from '@tarazu/protocol';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { call } from '#client/api.ts';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { assetSymbolOf, isCountedWhole, isEntitlement } from '#products/delivery/assets.ts';
import { isCash } from '#products/list.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Money, Quantity } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { dayText } from './parts/day-text.ts';
import { SaveDocument } from './parts/save-document.tsx';

type Statement = CallOutput<'userStatement'>;
type Balance = Statement['balances'][number];

const MONTHS = 12;

/** The last twelve months in India, newest first. */
function recentMonths(nowMs: number): string[] {
  const now = new Date(nowMs + INDIA_OFFSET_MS);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

/** The account statement of a month: of each balance what was there, what came and went, and what is left. */
export default function StatementPage() {
  const { t } = useTranslation('documents');
  const [months] = useState(() => recentMonths(Date.now()));
  const [month, setMonth] = useState(months[0] ?? '');
  const settings = useFormat();
  const statement = useCall('userStatement', { month });
  return (
    <Page flush header={<BackBar title={t('statement')} />}>
      <div className="px-4 pt-3">
        <SelectField
          label={t('month')}
          placeholder={t('month')}
          value={month}
          onValueChange={setMonth}
          options={months.map((value) => ({ value, label: dayText(value, settings) }))}
        />
      </div>
      <CallState query={statement} data={statement.data} skeleton={<SkeletonRows count={5} />}>
        {(shown) => (
          <>
            <div className="flex flex-col gap-2 px-4 pt-3">
              {shown.environment === 'demo' && <Notice tone="info">{t('demoPaper')}</Notice>}
              {!shown.isFinal && <Notice tone="info">{t('monthGoesOn')}</Notice>}
            </div>
            {shown.balances.length === 0 ? (
              <EmptyState icon={ScrollText} title={t('nothing')} detail={t('nothingText')} />
            ) : (
              <>
                <SaveDocument read={(format) => call('userStatementFile', { month, format })} />
                <Balances balances={shown.balances} />
              </>
            )}
          </>
        )}
      </CallState>
    </Page>
  );
}

const WALLETS = { stock: 'walletStock', spot: 'walletSpot', perpetual: 'walletPerpetual' } as const;
const KINDS = [
  'demoGrant',
  'demoReset',
  'buy',
  'sell',
  'charge',
  'intradayResult',
  'corporateAction',
  'dividend',
  'rights',
  'transfer',
  'correction',
] as const;

const isShare = (balance: Balance) => isCountedWhole(balance.asset);
const rankOf = (balance: Balance) => wallets.indexOf(balance.wallet) * 2 + (isShare(balance) ? 1 : 0);

/** The movements and trades before their costs, on every balance the same. */
const KIND_ORDER: readonly string[] = [...KINDS, 'other'];
const placeOf = ({ kind }: { kind: string }) =>
  KIND_ORDER.indexOf(KIND_ORDER.includes(kind) ? kind : 'other');
const byKind = (left: { kind: string }, right: { kind: string }) => placeOf(left) - placeOf(right);

/** Account by account, the money of each before its shares; what came has a plus and what went a minus. */
function Balances({ balances }: { balances: readonly Balance[] }) {
  const { t } = useTranslation('documents');
  const kindText = (kind: string) => t(`kind_${KINDS.find((one) => one === kind) ?? 'other'}`);
  return (
    <>
      {balances
        .toSorted((left, right) => rankOf(left) - rankOf(right))
        .map((balance) => {
          const symbol = assetSymbolOf(balance.asset);
          const unit = isEntitlement(balance.asset) ? t('rightsOf', { symbol }) : symbol;
          const amount = (value: string, sign?: 'always') =>
            isCash(balance) ? (
              <Money value={value} asset={balance.asset} sign={sign} />
            ) : (
              <Quantity value={value} sign={sign} unit={isShare(balance) ? undefined : unit} />
            );
          return (
            <Section
              key={`${balance.wallet} ${balance.asset}`}
              title={`${t(WALLETS[balance.wallet])} · ${unit}`}
            >
              <Tile>
                <FactList
                  facts={[
                    { label: t('opening'), value: amount(balance.opening) },
                    ...balance.movements
                      .toSorted(byKind)
                      .flatMap(({ kind, came, went }) => [
                        ...(/[1-9]/.test(came)
                          ? [{ label: kindText(kind), value: amount(came, 'always') }]
                          : []),
                        ...(/[1-9]/.test(went)
                          ? [{ label: kindText(kind), value: amount(`-${went}`, 'always') }]
                          : []),
                      ]),
                    { label: t('closing'), value: amount(balance.closing), strong: true },
                  ]}
                />
              </Tile>
            </Section>
          );
        })}
    </>
  );
}
