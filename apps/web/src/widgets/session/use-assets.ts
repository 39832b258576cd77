import type { UseQueryResult } from '@tanstack/react-query';
import type { CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';

export type Assets = CallOutput<'userAssets'>;

/** The portfolio of who is signed in; nothing is asked for a visitor. */
export function useAssets(): UseQueryResult<Assets, CallError> {
  const { isSignedIn } = useSession();
  return useCall('userAssets', {}, { enabled: isSignedIn, everyMs: 15_000 });
}
