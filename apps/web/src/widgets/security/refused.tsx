import { type CallError, isRefusal } from '#client/errors.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';

/** The refusal of a form: what is so, and what to change. */
export function Refused({ error }: { error: CallError | undefined }) {
  const textOf = useErrorText();
  if (error === undefined || isRefusal(error, 'SIGN_IN_NEEDED')) return null;
  const { title, fix } = textOf(error);
  return (
    <Notice tone="danger" live title={title}>
      {fix}
    </Notice>
  );
}
