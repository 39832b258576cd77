import { checkJournal } from '#client/proof/journal-check.ts';
import { alarmSlice, receiptsSlice } from '#client/proof/receipts.ts';
import { sentence } from '#locales/i18n.ts';
import { loadTexts } from '#locales/load.ts';
import { showToast } from '#ui/feedback/toast.ts';

/** Long enough to be read by somebody who looks up late. */
const WARNING_MS = 20_000;

/** Checks once, after the first page stands; what does not fit is said over whatever page is open. */
export async function warnIfRewritten(): Promise<void> {
  await checkJournal();
  const alarm = alarmSlice.get();
  const hasFailed = receiptsSlice.get().some(({ state }) => state === 'failed');
  if (alarm === '' && !hasFailed) return;
  await loadTexts(['proof']);
  const title = alarm === '' ? sentence('proof', 'receiptFailed') : sentence('proof', `alarm_${alarm}`);
  showToast(`${title}. ${sentence('proof', 'title')}`, {
    tone: 'error',
    durationMs: WARNING_MS,
  });
}
