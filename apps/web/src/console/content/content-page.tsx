import { contentWorkers } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { CallBox } from '../call-box.tsx';
import type { ConsoleOutput } from '../calls.ts';
import { useConsole } from '../client.ts';
import { hasRole } from '../staff-role.ts';
import { ContentForm, type Draft } from './content-form.tsx';

interface ContentPageProps {
  /** The draft that is edited; undefined for another one. */
  id: string | undefined;
  staff: ConsoleOutput<'consoleHome'>['staff'];
}

/** Writes a news item, a notice or an ad in both languages. */
export function ContentPage({ id, staff }: ContentPageProps) {
  const { t } = useTranslation('console/content');
  if (!hasRole(staff.roles, contentWorkers)) return <EmptyState title={t('write')} detail={t('readOnly')} />;
  return (
    <section className="flex max-w-5xl flex-col gap-4">
      <h2 className="text-title">{t(id === undefined ? 'write' : 'edit')}</h2>
      <p className="text-small text-muted">{t('writeText')}</p>
      {id === undefined ? <ContentForm draft={undefined} /> : <Edited key={id} id={id} />}
    </section>
  );
}

function Edited({ id }: { id: string }) {
  const draft = useConsole('consoleContent', { id });
  return (
    <CallBox query={draft} data={draft.data}>
      {(data: Draft) => <ContentForm draft={data} />}
    </CallBox>
  );
}
