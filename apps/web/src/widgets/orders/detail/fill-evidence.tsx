import type { OwnFill } from '@tarazu/protocol';
import { lazy, Suspense, useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonText } from '#ui/feedback/skeleton.tsx';
import { FactList } from '#ui/layout/tile.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { RuleVersionLink } from '#widgets/rulebook/rule-version-link.tsx';
import { CallState } from '#widgets/session/call-state.tsx';

type Evidence = CallOutput<'fillEvidence'>;

/** The checker and its book come when somebody asks. */
const FillVerdict = lazy(() => import('./fill-verdict.tsx'));

/** Why this price: opened by the person, read from the journal only then. */
export function WhyThisPrice({ fill }: { fill: OwnFill }) {
  const { t } = useTranslation('trade');
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className="flex min-h-11 list-none items-center text-small font-semibold text-brand [&::-webkit-details-marker]:hidden">
        {t('why')}
      </summary>
      {wasOpened && <EvidenceBody fillId={fill.id} />}
    </details>
  );
}

function EvidenceBody({ fillId }: { fillId: string }) {
  const evidence = useCall('fillEvidence', { id: fillId }, { freshMs: Number.POSITIVE_INFINITY });
  return (
    <CallState query={evidence} data={evidence.data} skeleton={<SkeletonText lines={4} />}>
      {(found) => <FoundEvidence evidence={found} />}
    </CallState>
  );
}

function FoundEvidence({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('trade');
  const { fill } = evidence;
  return (
    <div className="rounded-input bg-sunken p-3">
      <p className="text-small text-muted">{fill.role === 'taker' ? t('whyTaker') : t('whyMaker')}</p>
      <LevelTable evidence={evidence} />
      <div className="mt-3">
        <FactList
          facts={[
            {
              label: t('whySequence'),
              value: <Quantity value={String(evidence.sequence)} grouping="none" />,
            },
            { label: t('whyCommitted'), value: <TimeText atMs={evidence.committedAtMs} show="exact" /> },
            {
              label: t('whyRule'),
              value: <RuleVersionLink bare version={evidence.ruleVersion} />,
            },
            {
              label: t('whyCommand'),
              value: <span className="text-small break-words">{evidence.command}</span>,
            },
          ]}
        />
        <p className="mt-2 text-small text-muted">{t('whyHash')}</p>
        <p className="number text-small break-all whitespace-normal">{evidence.journalHash}</p>
        <p className="mt-2 text-small text-muted">{t('whyText')}</p>
      </div>
      <Suspense fallback={<SkeletonText lines={5} />}>
        <FillVerdict evidence={evidence} />
      </Suspense>
    </div>
  );
}

const LEVELS_SHOWN = 8;

function LevelTable({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('trade');
  const { levels, fill } = evidence;
  if (levels.length === 0) return null;
  return (
    <table className="mt-2 w-full text-small">
      <thead>
        <tr className="text-muted *:pb-1 *:text-right *:font-medium">
          <th scope="col" className="text-left!">
            {t('whyPrice')}
          </th>
          <th scope="col">{t('whyOwner')}</th>
          <th scope="col">{t('whyWaited')}</th>
          <th scope="col">{t('whyTaken')}</th>
        </tr>
      </thead>
      <tbody>
        {levels.slice(0, LEVELS_SHOWN).map((level) => {
          const wasTaken = compareDecimal(level.taken, '0') > 0;
          const isThis = wasTaken && compareDecimal(level.price, fill.price) === 0;
          return (
            <tr
              key={`${level.price}-${level.owner}`}
              className={`*:py-1 *:text-right ${isThis ? 'font-semibold text-ink' : wasTaken ? 'text-ink' : 'text-muted'}`}
            >
              <td className="text-left!">
                <Price value={level.price} asset={fill.quoteAsset} />
              </td>
              <td>{level.owner === 'marketMaker' ? t('ownerMarketMaker') : t('ownerCustomer')}</td>
              <td>
                <Quantity value={level.quantity} />
              </td>
              <td>
                <Quantity value={level.taken} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
