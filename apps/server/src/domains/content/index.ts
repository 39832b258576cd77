import { contentJob } from '#domains/content/jobs.ts';
import { createPieces } from '#domains/content/pieces/index.ts';
import { contentRoutes } from '#domains/content/routes.ts';
import { type ContentParts, prepareContent } from '#domains/content/service.ts';
import type { StaffQueue } from '#domains/staff/index.ts';
import type { Binding } from '#gateway/binding.ts';
import type { Job } from '#platform/time/scheduler.ts';

export type { ContentParts } from '#domains/content/service.ts';

export interface ContentDomain {
  readonly bindings: readonly Binding[];
  /** Once, before the first reader. */
  prepare(): Promise<void>;
  readonly jobs: readonly Job[];
  /** Drafts, and what was published, before staff. */
  readonly queue: StaffQueue;
}

export function createContentDomain(parts: ContentParts): ContentDomain {
  const pieces = createPieces(parts);
  return {
    bindings: [...contentRoutes(parts), ...pieces.bindings],
    prepare: () => prepareContent(parts),
    jobs: [contentJob(parts), pieces.job],
    queue: pieces.queue,
  };
}
