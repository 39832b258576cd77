import { lazy } from 'react';
import { loadTexts } from '#locales/load.ts';

/** The panels and their texts come together, and only to a screen that has room for them. */
export const LazyWorkspace = lazy(async () => {
  const [{ Workspace }] = await Promise.all([import('./workspace.tsx'), loadTexts(['workspace'])]);
  return { default: Workspace };
});
