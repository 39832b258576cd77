import { useCall } from '#client/query.ts';
import { isPasskeyPlace } from './browser-passkeys.ts';

/** Whether passkeys can be made and used on this page. */
export function usePasskeyPlace(): boolean {
  const props = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY });
  return isPasskeyPlace(props.data?.passkeyHost);
}
