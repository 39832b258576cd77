import { Link } from '@tanstack/react-router';
import { MINUTE_MS } from '@tarazu/core/values';
import { ExternalLink, Scale } from 'lucide-react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

const AGENCIES = [
  { key: 'sebi', url: 'https://www.sebi.gov.in' },
  { key: 'rbi', url: 'https://www.rbi.org.in' },
  { key: 'fiu', url: 'https://fiuindia.gov.in' },
] as const;

/** The operator of this installation, the agencies that supervise brokers, and where to complain. */
export default function CompanyPage() {
  const { t } = useTranslation('company');
  return (
    <Page flush header={<BackBar title={t('companyTitle')} />}>
      <Operator />
      <Section flush title={t('regulators')}>
        <p className="px-4 pb-1 text-body text-muted">{t('regulatorsText')}</p>
        <List label={t('regulators')}>
          {AGENCIES.map(({ key, url }) => (
            <OutsideRow
              key={key}
              title={t(`regulator_${key}`)}
              detail={t(`regulator_${key}Text`)}
              url={url}
            />
          ))}
        </List>
      </Section>
      <Section title={t('complaints')}>
        <ol className="flex list-decimal flex-col gap-2 pl-5 text-body [&:lang(bn)]:[list-style-type:bengali]">
          <li>{t('complaint1')}</li>
          <li>{t('complaint2')}</li>
          <li>{t('complaint3')}</li>
        </ol>
      </Section>
      <div className="pt-2">
        <List label={t('complaints')}>
          <OutsideRow title={t('scores')} url="https://scores.sebi.gov.in" />
          <OutsideRow title={t('odr')} url="https://smartodr.in" />
        </List>
      </div>
      <Numbers />
    </Page>
  );
}

function Operator() {
  const { t } = useTranslation('company');
  const props = useCall('props', {}, { freshMs: MINUTE_MS });
  return (
    <Section title={t('companyWho')}>
      <p className="pb-3 text-body text-muted">{t('companyWhoText')}</p>
      <CallState query={props} data={props.data} skeleton={<SkeletonTile height={140} />}>
        {({ operator, mode }) => (
          <Tile>
            <FactList
              facts={[
                { label: t('operator'), value: operator },
                { label: t('kind'), value: mode === 'sandbox' ? t('kindSandbox') : t('kindLicensed') },
              ]}
            />
            <h3 className="mt-4 text-body font-semibold">{t('registrations')}</h3>
            <p className="mt-1 text-small text-muted">
              {mode === 'sandbox' ? t('registrationsSandbox') : t('registrationsLicensed', { operator })}
            </p>
          </Tile>
        )}
      </CallState>
    </Section>
  );
}

/** A site of somebody else: it opens in a tab of its own and learns nothing of where the person came from. */
function OutsideRow({ title, detail, url }: { title: string; detail?: string; url: string }) {
  const { t } = useTranslation('company');
  return (
    <Row
      title={title}
      detail={detail}
      leading={<Icon icon={ExternalLink} size={20} className="text-muted" />}
      render={
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={`${title}, ${t('opensOutside')}`}
        />
      }
    />
  );
}

function Numbers() {
  const { t } = useTranslation('company');
  const proof = useCall('proofHead', {}, { freshMs: MINUTE_MS });
  return (
    <>
      <Section title={t('outcomes')}>
        <CallState query={proof} data={proof.data} skeleton={<SkeletonTile height={110} />}>
          {({ head }) => (
            <Tile>
              <FactList
                facts={[
                  {
                    label: t('records'),
                    value: <Quantity value={head === undefined ? '0' : String(head.sequence)} />,
                  },
                  {
                    label: t('checkpoint'),
                    value: head === undefined ? t('noCheckpoint') : <TimeText atMs={head.atMs} zone />,
                  },
                ]}
              />
              <p className="mt-3 text-small text-muted">{t('riskNumber')}</p>
            </Tile>
          )}
        </CallState>
      </Section>
      <div className="pt-2">
        <List label={t('outcomes')}>
          <Row
            compact
            chevron
            title={t('checkAll')}
            leading={<Icon icon={Scale} className="text-muted" />}
            render={<Link to="/pages/user/proof" />}
          />
        </List>
      </div>
    </>
  );
}
