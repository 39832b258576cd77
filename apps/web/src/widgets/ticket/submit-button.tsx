import { formatDecimal } from '@tarazu/core/values';
import type { InstrumentProfile } from '@tarazu/protocol';
import { useState } from 'react';
import { useOrderSend } from '#client/login-info.ts';
import { useTranslation } from '#locales/i18n.ts';
import { countsShares } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { formatMoney, formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SwipeButton } from '#ui/swipe-button.tsx';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import type { Placing } from './use-placement.ts';
import type { Reckoning } from './use-ticket.ts';

export interface SubmitButtonProps {
  reckoning: Reckoning;
  profile: InstrumentProfile;
  side: Side;
  placing: Placing;
  onSubmit: () => void;
}

/** Sends the order as its owner has chosen: with a tap, a question before it, or a slide. */
export function SubmitButton({ reckoning, profile, side, placing, onSubmit }: SubmitButtonProps) {
  const { t } = useTranslation('trade');
  const how = useOrderSend();
  const [isAsking, setAsking] = useState(false);
  const label = useLabel({ reckoning, profile, side });
  const isWhole = reckoning.intent !== undefined && reckoning.failure === undefined;
  const { isShut } = placing;
  if (how === 'swipe' && isWhole && !placing.isBusy) {
    return (
      <SwipeButton tone={side} disabled={isShut} onSend={onSubmit}>
        {t('slideTo', { order: label })}
      </SwipeButton>
    );
  }
  return (
    <>
      <Button
        wide
        tone={side}
        loading={placing.isBusy}
        disabled={isShut}
        onClick={() => (how === 'ask' && isWhole ? setAsking(true) : onSubmit())}
      >
        {placing.isBusy ? t('sending') : label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('askTitle', { order: label })}
        confirmLabel={label}
        cancelLabel={t('back')}
        tone={side}
        onConfirm={() => {
          setAsking(false);
          onSubmit();
        }}
      >
        <WorstText reckoning={reckoning} />
      </ConfirmDialog>
    </>
  );
}

/** "Buy 5 ARUNA". */
function useLabel({ reckoning, profile, side }: Pick<SubmitButtonProps, 'reckoning' | 'profile' | 'side'>) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const { intent, terms } = reckoning;
  const size = intent === undefined ? undefined : formatDecimal(intent.quantity, terms.baseScale);
  const quantity = size === undefined ? '' : formatNumber(size, { settings, decimalsMin: 0 });
  const name = countsShares(profile) ? profile.symbol : profile.baseAsset;
  const label = side === 'buy' ? t('submitBuy', { quantity, name }) : t('submitSell', { quantity, name });
  return label.replace(/\s+/g, ' ').trim();
}

/** The most that it can cost, or the least that it can bring, once more. */
function WorstText({ reckoning: { preview, intent, terms } }: Pick<SubmitButtonProps, 'reckoning'>) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  if (preview === undefined || intent === undefined) return null;
  const worst = formatMoney(formatDecimal(preview.worst, terms.quoteScale), terms.quoteAsset, {
    settings,
    decimals: 2,
  });
  return `${t(`type_${intent.type}`)}, ${intent.side === 'buy' ? t('atMost') : t('atLeast')} ${worst}`;
}
