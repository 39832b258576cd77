import type { ScoreBand } from '@tarazu/protocol';
import type { CallOutput } from '#client/calls.ts';
import { type ItemOf, useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { ScoreGauge } from './parts/score-gauge.tsx';
import { ScoreAppeal } from './score/appeal.tsx';
import { ScoreRaises } from './score/raises.tsx';

type Score = CallOutput<'pointChangeLog'>;

const BAND_TONES: Readonly<Record<ScoreBand, BadgeTone>> = {
  excellent: 'good',
  qualified: 'brand',
  risk: 'warn',
};

/** Words of the score that a newcomer may not know. */
const SCORE_TERMS = [
  'creditScore',
  'marginCall',
  'liquidation',
  'chargeback',
  'secondFactor',
  'allowList',
] as const;

export default function CreditScorePage() {
  const { t } = useTranslation('score');
  const { items, first, query } = useCallPages('pointChangeLog', { limit: '30' });
  const skeleton = (
    <div className="px-4 pt-4">
      <SkeletonTile height={200} />
      <SkeletonRows count={6} />
    </div>
  );
  return (
    <Page flush room="overview" header={<BackBar title={t('title')} />}>
      <CallState query={query} data={first} skeleton={skeleton}>
        {(score) => (
          <Overview
            first={
              <>
                <Head score={score} />
                <Parts parts={score.parts} />
              </>
            }
            second={
              <>
                <Log changes={items} />
                <MoreButton query={query} />
                <Use />
                <ScoreAppeal score={score} />
              </>
            }
          />
        )}
      </CallState>
    </Page>
  );
}

function Head({ score: { score, band } }: { score: Score }) {
  const { t } = useTranslation('score');
  const settings = useFormat();
  const number = formatNumber(String(score), { settings });
  return (
    <div className="flex flex-col items-center px-4 pt-4">
      <ScoreGauge score={score} label={t('gauge', { score: number, band: t(`band_${band}`) })}>
        <span className="number block text-display">{number}</span>
        <span className="block text-small text-muted">{t('outOf')}</span>
      </ScoreGauge>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {(['risk', 'qualified', 'excellent'] as const).map((one) => (
          <li key={one} aria-current={one === band ? 'true' : undefined}>
            <Badge tone={one === band ? BAND_TONES[one] : 'neutral'}>
              {`${t(`band_${one}`)} ${t(`bandRange_${one}`)}`}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Parts({ parts }: { parts: Score['parts'] }) {
  const { t } = useTranslation('score');
  const settings = useFormat();
  const number = (value: number) => formatNumber(String(value), { settings });
  return (
    <Section title={t('parts')} help={<TermHelp label={t('parts')} terms={SCORE_TERMS} />}>
      <p className="pb-2 text-body text-muted">{t('partsText')}</p>
      {parts.map(({ part, points, pointsMax, events, raises }) => (
        <Disclosure
          key={part}
          title={t(`part_${part}`)}
          value={t('pointsOf', { points: number(points), most: number(pointsMax) })}
        >
          <ul className="flex flex-col pb-2">
            {events.map((event) => (
              <EventLine key={event.kind} event={event} />
            ))}
          </ul>
          <ScoreRaises raises={raises} isFull={points === pointsMax} />
        </Disclosure>
      ))}
    </Section>
  );
}

function EventLine({ event: { kind, points, count } }: { event: Score['parts'][number]['events'][number] }) {
  const { t } = useTranslation('score');
  const settings = useFormat();
  const times = formatNumber(String(count), { settings });
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 text-small">
      <span className="min-w-0">
        {t(`kind_${kind}`)}
        <span className="number ml-2 text-muted">
          {formatNumber(String(points), { sign: 'always', settings })}
        </span>
      </span>
      <span className="shrink-0 text-muted">
        {count > 1 ? t('times', { number: times }) : count === 1 ? t('done') : '–'}
      </span>
    </li>
  );
}

function Log({ changes }: { changes: readonly ItemOf<'pointChangeLog'>[] }) {
  const { t } = useTranslation('score');
  const settings = useFormat();
  const number = (value: number) => formatNumber(String(value), { settings });
  return (
    <Section flush title={t('log')}>
      {changes.length === 0 && <p className="px-4 text-body text-muted">{t('logEmpty')}</p>}
      <List label={t('log')}>
        {changes.map(({ id, atMs, kind, delta, score }) => (
          <Row
            key={id}
            title={t(`kind_${kind}`)}
            detail={
              <>
                {t('delta', {
                  delta: formatNumber(String(delta), { sign: 'always', settings }),
                  score: number(score),
                })}
                <span className="block">
                  <TimeText atMs={atMs} zone={changes[0]?.id === id} /> · {t('rule', { rule: t('title') })}
                </span>
              </>
            }
          />
        ))}
      </List>
    </Section>
  );
}

function Use() {
  const { t } = useTranslation('score');
  return (
    <>
      <Section title={t('use')}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-body">
          <li>{t('use1')}</li>
          <li>{t('use2')}</li>
        </ul>
      </Section>
      <Section title={t('never')}>
        <p className="text-body">{t('neverText')}</p>
      </Section>
    </>
  );
}
