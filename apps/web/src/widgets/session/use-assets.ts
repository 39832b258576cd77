import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { lastAssetsSlice } from '#client/store.ts';

export type Assets = CallOutput<'userAssets'>;

export interface AssetsState {
  query: UseQueryResult<Assets, CallError>;
  /** The answer, or the last one kept on this device where there is no network. */
  assets: Assets | undefined;
  /** Set when what is shown is the kept one: it must be shown with its age. */
  storedAtMs: number | undefined;
}

/** The portfolio. Each answer is kept on this device, so that the app shows something without a network. */
export function useAssets(): AssetsState {
  const { isSignedIn, environment } = useSession();
  const query = useCall('userAssets', {}, { enabled: isSignedIn, everyMs: 15_000 });
  const kept = lastAssetsSlice.use()[environment];
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) lastAssetsSlice.update((before) => ({ ...before, [environment]: data }));
  }, [data, environment]);
  const isKept = data === undefined && query.error !== null && kept !== undefined;
  return { query, assets: data ?? (isKept ? kept : undefined), storedAtMs: isKept ? kept.atMs : undefined };
}
