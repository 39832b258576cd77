import { readLogin } from '#domains/account/index.ts';
import { type FreezeParts, setAll } from '#domains/security/freeze/freeze.ts';
import {
  accountsToFreeze,
  deleteStaffFreeze,
  findOwnFreeze,
  saveStaffFreeze,
} from '#domains/security/freeze/freeze-store.ts';

/**
 * Freezes of a login by staff, beside the owner's own, which they neither lift nor need. Each may be done
 * again, and changes nothing then.
 */
export interface StaffFreeze {
  /** No account of the login takes new risk, and each of its sessions is over. */
  freeze(loginId: number, nowMs: number): Promise<void>;
  lift(loginId: number): Promise<void>;
  /** Tells the owner, in the app and on every channel. */
  notify(loginId: number, isFrozen: boolean, nowMs: number): Promise<void>;
}

export function createStaffFreeze(
  parts: FreezeParts & { readonly endSessions: (loginId: number) => Promise<void> },
): StaffFreeze {
  const { pool, inTurn, endSessions, notifyOwner } = parts;
  return {
    freeze: (loginId, nowMs) =>
      inTurn(loginId, async () => {
        // The row comes first: accounts that are frozen without it would not say by whom.
        await saveStaffFreeze(pool, loginId, nowMs);
        await setAll(parts, await accountsToFreeze(pool, loginId), { status: 'frozen' });
        await endSessions(loginId);
      }),
    lift: (loginId) =>
      inTurn(loginId, async () => {
        const own = await findOwnFreeze(pool, { loginId, what: 'trading' });
        if (own?.isByStatus !== true)
          await setAll(parts, await accountsToFreeze(pool, loginId), { status: 'active' });
        await deleteStaffFreeze(pool, loginId);
      }),
    notify: async (loginId, isFrozen, nowMs) => {
      const kind = isFrozen ? 'frozenByStaff' : 'unfrozenByStaff';
      await notifyOwner(await readLogin(pool, loginId), kind, nowMs);
    },
  };
}
