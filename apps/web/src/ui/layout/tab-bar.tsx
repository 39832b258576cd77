import type { LucideIcon } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { type RenderTarget, renderAs } from '#ui/render-as.ts';

export interface TabBarItem {
  key: string;
  label: string;
  icon: LucideIcon;
  /** The link it is: `<Link to="…" />`. */
  render: RenderTarget;
  /** A dot for something new; say what in `label`'s place with `dotLabel`. */
  dotLabel?: string | undefined;
}

export interface TabBarProps {
  items: readonly TabBarItem[];
  activeKey: string | undefined;
  /** Names the landmark for screen readers. */
  label: string;
}

/** Five or six entries at the foot of the tab pages. */
export function TabBar({ items, activeKey, label }: TabBarProps) {
  return (
    <nav aria-label={label} className="tab-bar safe-bottom sticky bottom-0 z-20 border-t border-line bg-bg">
      <ul className="flex min-h-14">
        {items.map((item) => (
          <li key={item.key} className="min-w-0 flex-1">
            <TabBarLink item={item} isActive={item.key === activeKey} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabBarLink({ item, isActive }: { item: TabBarItem; isActive: boolean }) {
  return renderAs(item.render, {
    className: classNames(
      'flex min-h-14 flex-col items-center justify-center gap-0.5 px-0.5 -outline-offset-2',
      isActive ? 'text-brand' : 'text-muted',
    ),
    'aria-current': isActive ? 'page' : undefined,
    children: (
      <>
        <span className="relative">
          <Icon icon={item.icon} />
          {item.dotLabel !== undefined && (
            <span className="absolute -top-0.5 -right-1 size-2.5 rounded-full border-2 border-bg bg-danger">
              <span className="sr-only">{item.dotLabel}</span>
            </span>
          )}
        </span>
        <span className="max-w-full truncate text-micro">{item.label}</span>
      </>
    ),
  });
}
