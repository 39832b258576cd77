import { Building2, Gauge, HandCoins } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { useIsBuilt } from '#shell/navigation.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { formatMoney, formatNumber, formatPercent } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { PathLink } from '#widgets/session/path-link.tsx';

/** Terms of a loan (rules 2.18): rates in percent, amounts in rupees. */
const TERMS = {
  amountMin: '5000',
  amountMax: '1000000',
  days: ['7', '30', '90', '180'],
  ratePercent: '12',
  overduePercent: '2',
  exampleAmount: '100000',
  exampleDays: '30',
  /** 12 % of the example, simple, actual/365. */
  exampleInterest: '986.30',
  grantPercent: ['45', '30'],
  callPercent: ['55', '45'],
  salePercent: ['65', '60'],
} as const;

/** The cost of loans and who decides, for everybody, before anybody borrows. */
export default function LoanServicePage() {
  const { t } = useTranslation('company');
  return (
    <Page flush header={<BackBar title={t('loanTitle')} />}>
      <div className="flex flex-col gap-4 px-4 pt-2">
        <p className="text-body text-muted">{t('loanLead')}</p>
        <Notice tone="info">{t('loanLender')}</Notice>
      </div>
      <Costs />
      <Security />
      <Section title={t('loanRights')}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-body">
          <li>{t('loanRight1')}</li>
          <li>{t('loanRight2')}</li>
          <li>{t('loanRight3')}</li>
          <li>{t('loanRight4')}</li>
        </ul>
      </Section>
      <Section title={t('loanNever')}>
        <Notice tone="warn">{t('loanNeverText')}</Notice>
      </Section>
      <Section title={t('loanComplaint')}>
        <p className="text-body">{t('loanComplaintText')}</p>
      </Section>
      <Doors />
    </Page>
  );
}

function Costs() {
  const { t } = useTranslation('company');
  const settings = useFormat();
  const money = (text: string) => formatMoney(text, 'INR', { settings });
  const whole = (text: string) => formatMoney(text, 'INR', { settings, decimals: 0 });
  const percent = (text: string) => formatPercent(text, { decimals: 0, settings });
  const number = (text: string) => formatNumber(text, { settings });
  return (
    <Section title={t('loanCost')}>
      <Tile>
        <FactList
          facts={[
            { label: t('loanKind'), value: t('loanKindValue') },
            { label: t('loanAmount'), value: `${whole(TERMS.amountMin)} – ${whole(TERMS.amountMax)}` },
            { label: t('loanDays'), value: TERMS.days.map(number).join(', ') },
            { label: t('loanRate'), value: t('loanRateValue', { rate: percent(TERMS.ratePercent) }) },
            { label: t('loanFee'), value: t('loanFeeValue') },
            {
              label: t('loanOverdue'),
              value: t('loanOverdueValue', { rate: percent(TERMS.overduePercent) }),
            },
            {
              label: t('loanExample'),
              value: t('loanExampleValue', {
                amount: whole(TERMS.exampleAmount),
                days: number(TERMS.exampleDays),
                interest: money(TERMS.exampleInterest),
              }),
            },
          ]}
        />
      </Tile>
    </Section>
  );
}

function Security() {
  const { t } = useTranslation('company');
  const settings = useFormat();
  const pair = (of: readonly string[]) =>
    of.map((text) => formatPercent(text, { decimals: 0, settings })).join(' / ');
  return (
    <Section title={t('loanSecurity')}>
      <Tile>
        <FactList
          facts={[
            { label: t('loanGrant'), value: pair(TERMS.grantPercent) },
            { label: t('loanCall'), value: pair(TERMS.callPercent) },
            { label: t('loanSale'), value: pair(TERMS.salePercent) },
          ]}
        />
        <p className="mt-3 text-small text-muted">{t('loanSaleText')}</p>
      </Tile>
    </Section>
  );
}

const DOORS = [
  { path: '/pages/user/loan', label: 'toLoan', icon: HandCoins },
  { path: '/pages/user/creditScore', label: 'toScore', icon: Gauge },
  { path: '/pages/common/companyIntroduction', label: 'toCompany', icon: Building2 },
] as const;

function Doors() {
  const { t } = useTranslation('company');
  const isBuilt = useIsBuilt();
  return (
    <div className="pt-4">
      <List label={t('loanTitle')}>
        {DOORS.filter(({ path }) => isBuilt(path)).map(({ path, label, icon }) => (
          <Row
            key={path}
            compact
            chevron
            title={t(label)}
            leading={<Icon icon={icon} className="text-muted" />}
            render={<PathLink href={path} />}
          />
        ))}
      </List>
    </div>
  );
}
