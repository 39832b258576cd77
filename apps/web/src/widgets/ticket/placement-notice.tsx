import { RefusalError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Attempt } from '#products/attempt.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { asksForConfirmation } from '#widgets/orders/change/large-order-dialog.tsx';
import { RefusalDetail } from '#widgets/session/refusal-detail.tsx';
import { hasWay, RefusalWay } from '#widgets/session/refusal-way.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import type { Placing } from './use-placement.ts';

export type Halt = 'none' | 'moved' | 'far' | 'large';

export function isLargeRefusal({ placement }: Placing): boolean {
  return placement.phase === 'refused' && asksForConfirmation(placement.error);
}

interface LostProps {
  onDiscard: () => void;
  /** Puts the lost order on the ticket once more. */
  onAgain: (lost: Attempt) => void;
}

interface PlacementNoticeProps extends LostProps {
  placing: Placing;
  halt: Halt;
}

/**
 * The result in the place where the hand was: a refusal with what to change, or an answer that has not come
 * yet.
 */
export function PlacementNotice({ placing, halt, onDiscard, onAgain }: PlacementNoticeProps) {
  const { t } = useTranslation('trade');
  const textOf = useErrorText();
  const { placement } = placing;
  if (halt === 'moved' || halt === 'far') {
    const isFarOff = halt === 'far';
    return (
      <Notice tone="warn" title={isFarOff ? t('farTitle') : t('movedTitle')} live>
        {isFarOff ? t('farText') : t('movedText')}
      </Notice>
    );
  }
  if (placement.phase === 'asking') {
    return (
      <Notice tone="info" title={t('askingTitle')} live>
        {t('askingText')}
      </Notice>
    );
  }
  if (placement.phase === 'unknown') {
    const again = (
      <Button size="small" tone="secondary" onClick={placing.askAgain}>
        {t('askAgain')}
      </Button>
    );
    return (
      <Notice tone="warn" title={t('unknownTitle')} live action={again}>
        {t('unknownText')}
      </Notice>
    );
  }
  if (placement.phase === 'lost') {
    const { attempt } = placement;
    return (
      <Notice
        tone="warn"
        title={t('lostTitle')}
        live
        action={<LostActions {...{ attempt, onDiscard, onAgain }} />}
      >
        {t('lostText')}
      </Notice>
    );
  }
  if (placement.phase !== 'refused' || isLargeRefusal(placing)) return null;
  const { title, fix } = textOf(placement.error);
  return (
    <Notice
      tone="danger"
      title={title}
      live
      action={hasWay(placement.error) ? <RefusalWay error={placement.error} /> : undefined}
    >
      {fix}
      {placement.error instanceof RefusalError && <RefusalDetail error={placement.error} />}
    </Notice>
  );
}

/** Choices about an order that did not arrive. */
function LostActions({ attempt, onDiscard, onAgain }: LostProps & { attempt: Attempt }) {
  const { t } = useTranslation('trade');
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" tone="secondary" onClick={() => onAgain(attempt)}>
        {t('placeAgain')}
      </Button>
      <Button size="small" tone="quiet" onClick={onDiscard}>
        {t('discard')}
      </Button>
    </div>
  );
}
