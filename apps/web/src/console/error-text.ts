import { type CallError, NetworkError, RefusalError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';

/** The sentences of a failed call: the refusal's own, or what became of the network. */
export function useErrorText(): (error: CallError) => { readonly title: string; readonly fix: string } {
  const { t } = useTranslation('shell');
  return (error) => {
    if (error instanceof RefusalError) return { title: error.message, fix: error.fix };
    const kind = error instanceof NetworkError ? error.kind : 'unreadable';
    if (kind === 'timeout') return { title: t('timeoutTitle'), fix: t('timeoutFix') };
    if (kind === 'offline') return { title: t('noAnswerTitle'), fix: t('noAnswerFix') };
    return { title: t('unreadableTitle'), fix: t('unreadableFix') };
  };
}

/** Says why an act was refused. */
export function useSayError(): (error: CallError) => void {
  const textOf = useErrorText();
  return (error) => {
    const { title, fix } = textOf(error);
    showToast(`${title} ${fix}`, { tone: 'error', durationMs: 6_000 });
  };
}
