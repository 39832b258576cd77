/** The tools of the journeys, for benches that stand in folders: people, guests and the texts they read. */
export {
  openPerson,
  type Person,
  type StoredSession,
  whenReady,
} from '../e2e/harness/browser.ts';
export { createClient, type Member, registerMember } from '../e2e/harness/client.ts';
export { texts } from '../e2e/texts.ts';
