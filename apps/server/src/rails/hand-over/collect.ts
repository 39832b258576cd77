import type { Inbox } from '#rails/hand-over/inbox.ts';
import type { BankRail } from '#rails/ports.ts';

/** Pages of a feed in one turn: what is left waits for the next. */
const PAGES_MAX = 50;

/**
 * Brings what a bank has said since the last time into the inbox. Broken off at any point, it goes on there.
 */
export async function collectFrom(bank: BankRail, inbox: Inbox, stop?: AbortSignal): Promise<void> {
  let cursor = await inbox.cursorOf(bank.name);
  for (let page = 0; page < PAGES_MAX; page += 1) {
    stop?.throwIfAborted();
    const batch = await bank.changes(cursor);
    if (batch.cursor !== undefined && (batch.changes.length > 0 || batch.cursor !== cursor)) {
      await inbox.keep(bank.name, batch.changes, batch.cursor);
      await bank.acknowledge(batch.cursor);
      cursor = batch.cursor;
    }
    if (batch.isLast) return;
  }
}
