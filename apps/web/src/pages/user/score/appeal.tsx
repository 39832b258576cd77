import { useState } from 'react';
import type { CallOutput } from '#client/calls.ts';
import { stream } from '#client/live.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { formatNumber } from '#ui/numbers/format.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { ScoreAppealSheet } from './appeal-sheet.tsx';

type Score = CallOutput<'pointChangeLog'>;
type Made = NonNullable<Score['appeal']>;

const TONES: Readonly<Record<Made['state'], BadgeTone>> = {
  waiting: 'warn',
  accepted: 'good',
  rejected: 'neutral',
};

/** An appeal against the score: how to make one, and how far the latest is. */
export function ScoreAppeal({ score: { appeal, appealFromMs } }: { score: Score }) {
  const { t } = useTranslation('score');
  const [isWriting, setWriting] = useState(false);
  const isOpen = appealFromMs !== undefined && appealFromMs <= Date.now() + stream.clockOffsetMs();
  return (
    <Section title={t('appeal')}>
      <p className="text-body">{t('appealText')}</p>
      <p className="mt-2 text-small text-muted">{t('correction')}</p>
      {appeal !== undefined && <AppealMade appeal={appeal} />}
      {isOpen && (
        <div className="mt-4">
          <Button tone="secondary" onClick={() => setWriting(true)}>
            {t('appealDo')}
          </Button>
        </div>
      )}
      {!isOpen && appealFromMs !== undefined && (
        <p className="mt-3 text-small text-muted">
          {t('appealAgain')} <TimeText atMs={appealFromMs} />
        </p>
      )}
      {appeal === undefined && appealFromMs === undefined && (
        <p className="mt-3 text-small text-muted">{t('appealGuest')}</p>
      )}
      <ScoreAppealSheet open={isWriting} onOpenChange={setWriting} />
    </Section>
  );
}

function AppealMade({ appeal }: { appeal: Made }) {
  const { t } = useTranslation('score');
  const settings = useFormat();
  const { state, reason, answer, decidedAtMs } = appeal;
  const facts = [
    { label: t('appealState'), value: <Badge tone={TONES[state]}>{t(`appeal_${state}`)}</Badge> },
    { label: t('appealScore'), value: formatNumber(String(appeal.score), { settings }) },
    { label: t('appealMade'), value: <TimeText atMs={appeal.madeAtMs} zone /> },
    decidedAtMs === undefined
      ? { label: t('appealDue'), value: <TimeText atMs={appeal.dueAtMs} /> }
      : { label: t('appealDecided'), value: <TimeText atMs={decidedAtMs} /> },
    ...(reason === undefined ? [] : [{ label: t('appealReason'), value: t(`appealReason_${reason}`) }]),
  ];
  return (
    <div className="mt-4">
      <Tile>
        <FactList facts={facts} />
        <p className="mt-3 break-words text-small text-muted">{t('appealYours', { text: appeal.text })}</p>
        {answer !== undefined && answer !== '' && (
          <p className="mt-2 break-words text-body">{t('appealAnswer', { text: answer })}</p>
        )}
      </Tile>
    </div>
  );
}
