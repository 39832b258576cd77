import { useEffect } from 'react';
import { call } from './api.ts';
import { endSession, forgetSession, sessionToken } from './session.ts';
import { loginInfoSlice, type OrderSend, orderSendSlice, userInfoSlice } from './store.ts';

/** User status of a closed login: the app signs out at once. */
const CLOSED = 0;

/** The session for which it was asked since this page was loaded. */
let askedFor: string | undefined;

/**
 * Asks who is signed in, also when nobody is. An empty answer clears the token and the page stays; status 0
 * ends the session and leads to the login page; a failure changes nothing (spec, sections 4 and 7).
 */
export async function readLoginInfo(): Promise<void> {
  const token = sessionToken();
  const orderSendBefore = orderSendSlice.get();
  askedFor = token;
  try {
    const { user, openAutoApply, serviceSaleSmartly, tabBar, orderSend } = await call('loginInfo', {});
    if (token !== sessionToken()) return;
    if (user?.status === CLOSED) return endSession(token);
    if (user !== undefined) userInfoSlice.set(user);
    else if (token !== undefined) forgetSession(token);
    loginInfoSlice.set({ openAutoApply: openAutoApply ?? 0, serviceSaleSmartly, tabBar });
    // A choice made here while the answer was on its way is newer than the answer.
    if (orderSend !== undefined && orderSendSlice.get() === orderSendBefore) orderSendSlice.set(orderSend);
  } catch {
    // Silence after a failure of this call: what was known of the person stays on screen.
  }
}

/** Reads it again whenever `openings` grows, and gives what is known until then. */
export function useLoginInfo(openings: number): { openAutoApply: boolean } {
  const info = loginInfoSlice.use();
  useEffect(() => {
    if (openings > 0) void readLoginInfo();
  }, [openings]);
  return { openAutoApply: info?.openAutoApply === 1 };
}

/** How this person sends orders. Asked for once in a visit, because another device may have changed it. */
export function useOrderSend(): OrderSend {
  const how = orderSendSlice.use();
  useEffect(() => {
    const token = sessionToken();
    if (token !== undefined && token !== askedFor) void readLoginInfo();
  }, []);
  return how;
}
