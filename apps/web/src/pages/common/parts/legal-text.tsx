import { BackBar } from '#shell/app-bars.tsx';
import { Page } from '#ui/layout/app-frame.tsx';

export interface LegalTextProps {
  title: string;
  lead: string;
  /** "Version of 20-11-2026": a text that people agree to has a date. */
  version: string;
  sections: readonly { readonly title: string; readonly text: string }[];
}

/** A long text to be read: one column, headings, no small print. */
export function LegalText({ title, lead, version, sections }: LegalTextProps) {
  return (
    <Page header={<BackBar title={title} />}>
      <p className="mt-2 text-body text-muted">{lead}</p>
      {sections.map((section) => (
        <section key={section.title} className="mt-6">
          <h2 className="text-heading">{section.title}</h2>
          <p className="mt-2 text-body whitespace-pre-line">{section.text}</p>
        </section>
      ))}
      <p className="mt-8 text-small text-muted">{version}</p>
    </Page>
  );
}
