import { HOUR_MS } from '@tarazu/core/values';
import { contentRoutes } from '#domains/content/routes.ts';
import { type ContentParts, prepareContent, publishHourly } from '#domains/content/service.ts';
import type { Binding } from '#gateway/binding.ts';
import { workEvery } from '#platform/time/timed-work.ts';

export type { ContentParts } from '#domains/content/service.ts';

export interface ContentDomain {
  readonly bindings: readonly Binding[];
  /** Once, before the first reader. */
  prepare(): Promise<void>;
  /** An article an hour. Returns the way to stop. */
  startJobs(onError: (error: unknown) => void): () => Promise<void>;
}

export function createContentDomain(parts: ContentParts): ContentDomain {
  return {
    bindings: contentRoutes(parts),
    prepare: () => prepareContent(parts),
    startJobs: (onError) => workEvery(HOUR_MS, () => publishHourly(parts), onError).stop,
  };
}
