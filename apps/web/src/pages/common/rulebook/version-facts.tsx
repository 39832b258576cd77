import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { formatDay } from '#ui/numbers/format.ts';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';

type Version = CallOutput<'rulebookVersions'>['list'][number];

/** The origin of a version: since when, by what law or circular, who published it, and its check value. */
export function VersionFacts({ version: of }: { version: Version }) {
  const { t } = useTranslation('rules/rulebook');
  const settings = useFormat();
  const { version, effectiveFrom, publishedAtMs, staff, source, hash } = of;
  return (
    <div className="mt-3 flex flex-col gap-1 text-small text-muted">
      <p>
        {t('since', { date: formatDay(effectiveFrom, settings) })} · {t('version')}{' '}
        <span className="break-all">{version}</span>
      </p>
      <p>
        {t('source')}: {source}
      </p>
      <p>
        {staff.length === 0 ? (
          t('withProgram')
        ) : (
          <>
            {t('publishedBy', { staff: staff.join(', ') })} · <TimeText atMs={publishedAtMs} zone />
          </>
        )}
      </p>
      <p className="number break-all whitespace-normal">
        {t('hash')}: {hash}
      </p>
    </div>
  );
}
