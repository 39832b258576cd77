import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptServerHistory, checkJournal, type JournalCheck } from '#client/proof/journal-check.ts';
import { type Alarm, alarmSlice } from '#client/proof/receipts.ts';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Page, Section } from '#ui/layout/app-frame.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { AuctionEnds } from './parts/auction-ends.tsx';
import { HeadFacts, HeadList } from './parts/heads.tsx';
import { Receipts } from './parts/receipts.tsx';

const HEADS_SHOWN = '10';
const FIRST_HEAD_MS = 2_000;

/** The checks that a customer can make without trusting the operator, with their results here and now. */
export default function ProofPage() {
  const { t } = useTranslation('proof');
  const { environment, isSignedIn } = useSession();
  const check = useQuery({
    queryKey: ['journalCheck', environment, isSignedIn],
    queryFn: checkJournal,
    staleTime: 0,
    refetchOnWindowFocus: false,
    // The first head of a new installation is made within seconds.
    refetchInterval: ({ state }) => (state.data?.head === undefined ? FIRST_HEAD_MS : false),
  });
  const heads = useCall('proofHeads', { limit: HEADS_SHOWN });
  const ends = useCall('proofAuctionEnds', {});
  const again = async () => {
    await check.refetch();
    await heads.refetch();
  };
  return (
    <Page flush header={<BackBar title={t('title')} />}>
      <p className="px-4 pt-4 text-body text-muted">{t('lead')}</p>
      <Section
        title={t('newest')}
        help={<TermHelp label={t('newest')} terms={['journal', 'checkpoint', 'logRoot']} />}
      >
        <CallState query={check} data={check.data} skeleton={<SkeletonTile height={412} />}>
          {(found) => (
            <div className="flex flex-col gap-3">
              <Verdict check={found} onAnew={again} />
              <HeadFacts check={found} />
              <Button tone="secondary" wide loading={check.isFetching} onClick={() => void again()}>
                {t('again')}
              </Button>
            </div>
          )}
        </CallState>
      </Section>
      <Receipts environment={environment} isSignedIn={isSignedIn} />
      <Section flush title={t('heads')}>
        <CallState query={heads} data={heads.data} skeleton={<SkeletonRows count={4} />}>
          {({ list }) => <HeadList heads={list} />}
        </CallState>
      </Section>
      <Section flush title={t('ends')}>
        <p className="px-4 pb-2 text-body text-muted">{t('endsText')}</p>
        <p className="px-4 pb-2 text-body text-muted">{t('endsWho')}</p>
        <CallState query={ends} data={ends.data} skeleton={<SkeletonRows count={3} />}>
          {({ list }) => <AuctionEnds days={list} />}
        </CallState>
      </Section>
      <Section title={t('fills')}>
        <p className="text-body text-muted">{t('fillsText')}</p>
      </Section>
      <Section title={t('limits')}>
        <p className="text-body text-muted">{t('limitsText')}</p>
        <p className="mt-2 text-body text-muted">{t('limitsSealed')}</p>
        <p className="mt-2 text-body text-muted">{t('limitsOperator')}</p>
      </Section>
    </Page>
  );
}

/** Whether the server fits what was kept: said first, and loudly when it does not. */
function Verdict({ check, onAnew }: { check: JournalCheck; onAnew: () => Promise<void> }) {
  const { t } = useTranslation('proof');
  const alarm = alarmSlice.use();
  if (alarm !== '') return <AlarmNotice alarm={alarm} onAnew={onAnew} />;
  const { head, continued } = check;
  if (head === undefined) return <Notice title={t('none')}>{t('noneText')}</Notice>;
  const sequence = String(head.sequence);
  if (continued === undefined)
    return (
      <Notice tone="good" title={t('first')}>
        {t('firstText', { sequence })}
      </Notice>
    );
  return (
    <Notice tone="good" title={t('fits')}>
      {t('fitsText', { sequence: String(continued.sequence), number: String(continued.number) })}
    </Notice>
  );
}

function AlarmNotice({ alarm, onAnew }: { alarm: Alarm; onAnew: () => Promise<void> }) {
  const { t } = useTranslation('proof');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Notice
        tone="danger"
        live
        title={t(`alarm_${alarm}`)}
        action={
          <Button size="small" tone="danger" onClick={() => setOpen(true)}>
            {t('acceptServerHistory')}
          </Button>
        }
      >
        {t(`alarm_${alarm}Text`)}
      </Notice>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('acceptServerHistory')}
        confirmLabel={t('acceptServerHistory')}
        cancelLabel={t('cancel')}
        tone="danger"
        onConfirm={() => {
          setOpen(false);
          acceptServerHistory();
          void onAnew();
        }}
      >
        {t('startAnewText')}
      </ConfirmDialog>
    </>
  );
}
