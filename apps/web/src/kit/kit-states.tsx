import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { GeneralLoader } from '#ui/feedback/general-loader.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState, ErrorState, RefusedState } from '#ui/feedback/page-state.tsx';
import { ProgressBar, ProgressSteps } from '#ui/feedback/progress-steps.tsx';
import {
  SkeletonChart,
  SkeletonGroup,
  SkeletonRows,
  SkeletonText,
  SkeletonTile,
} from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Section } from '#ui/layout/app-frame.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';

const stateWords = { done: 'done', current: 'now', ahead: 'to come', failed: 'failed', skipped: 'left out' };
const PLACED_AT_MS = Date.UTC(2026, 10, 20, 4, 12, 7);

export function KitStates() {
  return (
    <>
      <Section title="Notices">
        <div className="flex flex-col gap-3">
          <Notice title="The market opens at 09:15">You can place an order now; it waits until then.</Notice>
          <Notice tone="good">Your identity is verified.</Notice>
          <Notice
            tone="warn"
            title="A price is 40 s old"
            action={
              <Button size="small" tone="quiet" className="-ml-3">
                Refresh
              </Button>
            }
          >
            The connection broke off; we try again.
          </Notice>
          <Notice tone="danger" onDismiss={() => undefined} dismissLabel="Dismiss">
            Your withdrawal was refused: the name of the account differs.
          </Notice>
        </div>
      </Section>
      <Section title="An order’s life">
        <ProgressSteps
          label="Order"
          stateWords={stateWords}
          steps={[
            {
              key: 'placed',
              label: 'Placed',
              detail: <TimeText atMs={PLACED_AT_MS} show="exact" />,
              state: 'done',
            },
            { key: 'resting', label: 'Resting in the book', detail: '10 of 25 filled', state: 'current' },
            { key: 'filled', label: 'Filled', state: 'ahead' },
            {
              key: 'refused',
              label: 'Refused',
              detail: 'The price is outside the day’s band.',
              state: 'failed',
            },
            { key: 'skipped', label: 'Cancelled', state: 'skipped' },
          ]}
        />
        <div className="mt-4 flex flex-col gap-3">
          <ProgressBar label="Limit used" share={0.62} valueText="62 %" />
          <ProgressBar label="Margin used" share={0.9} valueText="90 %" tone="danger" />
        </div>
      </Section>
      <PageStates />
    </>
  );
}

function PageStates() {
  return (
    <>
      <Section title="States" flush>
        <EmptyState
          icon={Star}
          title="Nothing on your watchlist yet"
          detail="Add a stock with the star on its page."
          action={
            <Button size="medium" tone="secondary">
              Browse stocks
            </Button>
          }
        />
        <ErrorState
          title="The prices could not be loaded"
          detail="The server did not answer within 60 seconds."
          retryLabel="Try again"
          onRetry={() => undefined}
        />
        <RefusedState
          reason="Please complete KYC first"
          fix="It takes about five minutes and a PAN card."
          action={<Button size="medium">Verify now</Button>}
        />
      </Section>
      <Section title="Skeletons" flush>
        <SkeletonGroup label="Loading">
          <div className="px-4">
            <SkeletonText lines={2} />
            <div className="h-4" />
            <SkeletonTile />
          </div>
          <SkeletonRows count={2} />
          <SkeletonChart height={160} />
        </SkeletonGroup>
        <LoaderDemo />
      </Section>
    </>
  );
}

function LoaderDemo() {
  const [isActive, setActive] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setActive(false), 3000);
    return () => clearTimeout(timer);
  }, [isActive]);
  return (
    <div className="flex items-center gap-4 px-4 pt-4">
      <Spinner label="Loading the page" />
      <Button size="medium" tone="secondary" onClick={() => setActive(true)}>
        An act that must not be repeated
      </Button>
      <GeneralLoader active={isActive} label="Sending" />
    </div>
  );
}
