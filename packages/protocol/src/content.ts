import * as z from 'zod/mini';
import { instant } from '#fields.ts';

export const article = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  atMs: instant,
  instrumentIds: z.array(z.string()),
});
