import { useTranslation } from '#locales/i18n.ts';
import { Switch } from '#ui/fields/toggle.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { workspaceSlice } from './workspace-slice.ts';

export interface ShortcutListProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Every key with what it does, and the switch for all of them. */
export function ShortcutList({ open, onOpenChange }: ShortcutListProps) {
  const { t } = useTranslation('workspace');
  const { hasKeys } = workspaceSlice.use();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('shortcuts')} closeLabel={t('close')}>
      <Switch
        label={t('shortcutsOn')}
        detail={t('shortcutsText')}
        checked={hasKeys}
        onCheckedChange={(isOn) => workspaceSlice.update((kept) => ({ ...kept, hasKeys: isOn }))}
      />
      <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 pb-4 text-body">
        {[...SHORTCUTS, { key: 'Enter', does: 'keyEnter' } as const].map(({ key, does }) => (
          <div key={does} className="contents">
            <dt>
              <kbd className="grid min-h-8 min-w-8 place-items-center rounded-chip border border-line-strong bg-sunken px-2 font-sans text-small font-semibold">
                {key.length === 1 ? key.toUpperCase() : key}
              </kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
