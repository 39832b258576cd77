import { lazy, Suspense } from 'react';
import { useSession } from '#client/session.ts';
import { coachSeenSlice } from '#client/store.ts';
import { loadTexts } from '#locales/load.ts';

const TicketCoach = lazy(async () => {
  const [{ TicketCoach: Coach }] = await Promise.all([import('./ticket-coach.tsx'), loadTexts(['firstRun'])]);
  return { default: Coach };
});

/** Three marks on the first ticket of a device, once; who has seen them loads nothing. */
export function FirstTicketCoach() {
  const isSeen = coachSeenSlice.use();
  const { isSignedIn } = useSession();
  if (isSeen || !isSignedIn) return null;
  return (
    <Suspense fallback={null}>
      <TicketCoach />
    </Suspense>
  );
}
