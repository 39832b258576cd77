import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Icon } from '#ui/icon.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';

interface FileToSave {
  readonly fileName: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** Saves a document as a spreadsheet reads it, or as it is printed. */
export function SaveDocument({ read }: { read: (format: 'csv' | 'pdf') => Promise<FileToSave> }) {
  const { t } = useTranslation('documents');
  const say = useErrorToast();
  const [reading, setReading] = useState<'csv' | 'pdf'>();
  const save = (format: 'csv' | 'pdf') => {
    setReading(format);
    read(format)
      .then((file) => {
        saveInBrowser(file);
        showToast(t('saved', { name: file.fileName }), { tone: 'success' });
      })
      .catch(say)
      .finally(() => setReading(undefined));
  };
  const button = (format: 'csv' | 'pdf', label: string) => (
    <Button
      wide
      size="medium"
      tone="secondary"
      icon={<Icon icon={Download} size={18} />}
      loading={reading === format}
      disabled={reading !== undefined}
      onClick={() => save(format)}
    >
      {label}
    </Button>
  );
  return (
    <div className="px-4 pt-4">
      <div className="flex gap-2 *:px-2">
        {button('pdf', t('savePdf'))}
        {button('csv', t('saveCsv'))}
      </div>
    </div>
  );
}

function saveInBrowser({ fileName, mediaType, base64 }: FileToSave): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken it by the next turn; a url that is kept keeps the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
