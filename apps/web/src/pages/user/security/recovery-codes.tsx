import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Tile } from '#ui/layout/tile.tsx';

export interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved: () => void;
}

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useTranslation('security');
  const copy = () => {
    void navigator.clipboard.writeText(codes.join('\n')).then(() => showToast(t('copied')));
  };
  return (
    <div className="flex flex-col gap-4 py-4">
      <h2 className="text-heading">{t('codesTitle')}</h2>
      <p className="text-body text-muted">{t('codesText')}</p>
      <Tile>
        <ul className="number grid grid-cols-2 gap-2 text-body max-[359px]:grid-cols-1">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Tile>
      {/* Browsers lend the clipboard to secure addresses only; the codes can be written down anywhere. */}
      {window.isSecureContext && (
        <Button wide tone="secondary" onClick={copy}>
          {t('copyCodes')}
        </Button>
      )}
      <Button wide onClick={onSaved}>
        {t('codesSaved')}
      </Button>
    </div>
  );
}
