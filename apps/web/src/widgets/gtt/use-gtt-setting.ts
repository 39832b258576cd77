import type { InstrumentProfile } from '@tarazu/protocol';
import { useRef } from 'react';
import type { CallInput } from '#client/calls.ts';
import { newClientId, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { STALE_AFTER_ORDER } from '#widgets/orders/change/stale-after-order.ts';
import { placeBefore } from '#widgets/ticket/attempt.ts';

type GttWish = Omit<CallInput<'gttAdd'>, 'clientId' | 'instrumentId' | 'confirmLarge' | 'placeBeforeMs'>;
export type GttSetting = ReturnType<typeof useGttSetting>;

/** The same wish keeps its id over retries, so that it is taken once. */
export function useGttSetting(profile: InstrumentProfile, onDone: () => void) {
  const { t } = useTranslation('trade');
  const sent = useRef({ content: '', clientId: '' });
  const command = useCommand('gttAdd', {
    touches: STALE_AFTER_ORDER,
    onDone: () => {
      showToast(t('gttDone'), { tone: 'success' });
      onDone();
    },
  });
  return {
    isPending: command.isPending,
    error: command.error,
    forget: () => command.reset(),
    send: (wish: GttWish, confirmLarge = false) => {
      const content = JSON.stringify(wish);
      if (sent.current.content !== content) sent.current = { content, clientId: newClientId() };
      command.mutate({
        clientId: sent.current.clientId,
        instrumentId: profile.instrumentId,
        ...wish,
        placeBeforeMs: placeBefore(),
        ...(confirmLarge && { confirmLarge: 'true' as const }),
      });
    },
  };
}
