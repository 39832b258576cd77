import type { TextBlock } from '@tarazu/protocol';
import { TextBlocks } from '#ui/text-blocks.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

/** A text that staff have written, with its links to pages of the app. */
export function ArticleText({ blocks }: { blocks: readonly TextBlock[] }) {
  return (
    <TextBlocks
      blocks={blocks}
      pathTo={(href, words) => <TextLink render={<PathLink href={href} />}>{words}</TextLink>}
    />
  );
}
