import { contentJob } from '#domains/content/jobs.ts';
import { contentRoutes } from '#domains/content/routes.ts';
import { type ContentParts, prepareContent } from '#domains/content/service.ts';
import type { Binding } from '#gateway/binding.ts';
import type { Job } from '#platform/time/scheduler.ts';

export type { ContentParts } from '#domains/content/service.ts';

export interface ContentDomain {
  readonly bindings: readonly Binding[];
  /** Once, before the first reader. */
  prepare(): Promise<void>;
  readonly job: Job;
}

export function createContentDomain(parts: ContentParts): ContentDomain {
  return {
    bindings: contentRoutes(parts),
    prepare: () => prepareContent(parts),
    job: contentJob(parts),
  };
}
