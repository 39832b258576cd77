import { useTranslation } from '#locales/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import type { Entry, Group } from './mine-catalogue.ts';
import { MineGroup } from './mine-group.tsx';

/** The lines of a group; a group without any is left out. */
export function MineEntries({ group, entries }: { group: Group; entries: readonly Entry[] }) {
  const { t } = useTranslation('mine');
  if (entries.length === 0) return null;
  return (
    <MineGroup title={t(`group_${group}`)}>
      <List label={t(`group_${group}`)}>
        {entries.map((entry) => (
          <Row
            key={entry.path}
            compact
            chevron
            title={t(entry.label)}
            leading={<Icon icon={entry.icon} className="text-muted" />}
            render={<PathLink href={entry.path} />}
          />
        ))}
      </List>
    </MineGroup>
  );
}
