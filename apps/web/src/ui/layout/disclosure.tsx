import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Icon } from '#ui/icon.tsx';

export interface DisclosureProps {
  title: ReactNode;
  /** Right of the title, also while it is shut: a sum. */
  value?: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean | undefined;
}

/** A line that opens onto its details: charges, a formula, a question with its answer. */
export function Disclosure({ title, value, children, defaultOpen = false }: DisclosureProps) {
  // Only how it begins: what changes inside never shuts it under the hand.
  const [beginsOpen] = useState(defaultOpen);
  return (
    <details open={beginsOpen} className="group">
      <summary className="flex min-h-11 list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow text-body font-medium">{title}</span>
        {value !== undefined && <span className="text-body font-semibold">{value}</span>}
        <Icon
          icon={ChevronDown}
          size={20}
          className="text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  );
}
