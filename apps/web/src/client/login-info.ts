import { useEffect, useState } from 'react';
import { call } from './api.ts';
import { endSession, sessionToken } from './session.ts';
import { userInfoSlice } from './store.ts';

/**
 * Asks who is signed in. An empty answer or status 0 ends the session; a failure changes nothing, as the spec
 * asks. Gives whether the automatic subscription is offered.
 */
export async function readLoginInfo(): Promise<{ openAutoApply: boolean } | undefined> {
  const token = sessionToken();
  if (token === undefined) return undefined;
  try {
    const info = await call('loginInfo', {});
    if (info.user === undefined || info.user.status === 0) {
      endSession(token);
      return undefined;
    }
    if (token === sessionToken()) userInfoSlice.set(info.user);
    return { openAutoApply: info.openAutoApply === 1 };
  } catch {
    // The spec: a failure of this call is silent. What was known of the person stays on screen.
    return undefined;
  }
}

/** Reads it again whenever `openings` grows. */
export function useLoginInfo(openings: number): { openAutoApply: boolean } {
  const [openAutoApply, setOpenAutoApply] = useState(false);
  useEffect(() => {
    if (openings === 0) return;
    void readLoginInfo().then((info) => info !== undefined && setOpenAutoApply(info.openAutoApply));
  }, [openings]);
  return { openAutoApply };
}
