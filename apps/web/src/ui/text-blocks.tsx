import type { TextBlock } from '@tarazu/protocol';
import type { ReactNode } from 'react';
import { TextLink } from './text-link.tsx';

interface TextBlocksProps {
  blocks: readonly TextBlock[];
  /** A link to a page of the app. */
  pathTo: (href: string, words: ReactNode) => ReactNode;
}

type Run = TextBlock['runs'][number];
interface Group {
  readonly kind: TextBlock['kind'];
  readonly key: string;
  readonly lines: TextBlock[];
}

/** A written text in its lines: headings, paragraphs, lists. Elements are made here, of text alone. */
export function TextBlocks({ blocks, pathTo }: TextBlocksProps) {
  return groupsOf(blocks).map(({ kind, key, lines }) => {
    const [first] = lines;
    if (first === undefined) return null;
    if (kind === 'heading')
      return (
        <h3 key={key} className="mt-6 text-heading">
          <Runs runs={first.runs} pathTo={pathTo} />
        </h3>
      );
    if (kind === 'paragraph')
      return (
        <p key={key} className="mt-4 text-body break-words">
          <Runs runs={first.runs} pathTo={pathTo} />
        </p>
      );
    const items = lines.map(({ runs }) => (
      <li key={textOf(runs)} className="mt-1 break-words">
        <Runs runs={runs} pathTo={pathTo} />
      </li>
    ));
    return kind === 'bullet' ? (
      <ul key={key} className="mt-4 list-disc pl-6 text-body">
        {items}
      </ul>
    ) : (
      <ol key={key} className="mt-4 list-decimal pl-6 text-body">
        {items}
      </ol>
    );
  });
}

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** Items of a list that follow one another are one list; every other line stands alone. */
function groupsOf(blocks: readonly TextBlock[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const isItem = block.kind === 'bullet' || block.kind === 'number';
    if (isItem && last?.kind === block.kind) last.lines.push(block);
    else groups.push({ kind: block.kind, key: `${groups.length} ${block.kind}`, lines: [block] });
  }
  return groups;
}

function Runs({ runs, pathTo }: { runs: readonly Run[] } & Pick<TextBlocksProps, 'pathTo'>) {
  let at = 0;
  return runs.map((run) => {
    at += run.text.length;
    return <RunText key={at} run={run} pathTo={pathTo} />;
  });
}

/** A link outside names its host, so that nobody is led away unawares. */
function RunText({ run, pathTo }: { run: Run } & Pick<TextBlocksProps, 'pathTo'>): ReactNode {
  const { text, strong, emphasis, href } = run;
  const emphasised = emphasis ? <em>{text}</em> : text;
  const words = strong ? <strong className="font-semibold">{emphasised}</strong> : emphasised;
  if (href === undefined) return words;
  if (href.startsWith('/')) return pathTo(href, words);
  return (
    <>
      <TextLink render={<a href={href} target="_blank" rel="noreferrer noopener" />}>{words}</TextLink>{' '}
      <span className="text-small text-muted">({new URL(href).hostname})</span>
    </>
  );
}
