import { OPERATIONS } from '@tarazu/protocol';
import type pg from 'pg';
import { type Binding, bind } from '#gateway/binding.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { isDevicePoint } from '#platform/push/push-encryption.ts';
import type { PushSender } from '#platform/push/push-sender.ts';
import { refuse, reply } from '#ports.ts';
import { choosePushed, listDevices, removeDevice, saveDevice } from './store.ts';

export function pushBindings({
  pool,
  sender,
}: {
  readonly pool: pg.Pool;
  readonly sender: PushSender;
}): readonly Binding[] {
  return [
    bind(OPERATIONS.pushDevices, async (_input, { loginId, sessionId }) =>
      reply({ publicKey: sender.publicKey, list: await listDevices(pool, { loginId, sessionId }) }),
    ),
    bind(OPERATIONS.pushOn, async ({ endpoint, p256dh, auth, shows }, session, { nowMs, language }) => {
      if (!sender.isAddress(endpoint)) return refuse('PUSH_SERVICE', { field: 'endpoint' });
      if (!isDevicePoint(p256dh))
        return refuse('INVALID_INPUT', {
          field: 'p256dh',
          detail: { problem: 'p256dh: must be the key of a subscription' },
        });
      const { loginId, sessionId } = session;
      const showsText = shows === 'text';
      const device = { loginId, sessionId, endpoint, p256dh, auth, showsText, language, nowMs };
      await inTransaction(pool, (on) => saveDevice(on, device));
      return reply({});
    }),
    bind(OPERATIONS.pushOff, async ({ id }, { loginId, sessionId }) =>
      (await removeDevice(pool, { loginId, sessionId, id })) ? reply({}) : refuse('NOT_FOUND'),
    ),
    bind(OPERATIONS.pushChoose, async ({ topic, push }, { loginId }, { nowMs }) => {
      await choosePushed(pool, { loginId, topic, isPushed: push === 'on', nowMs });
      return reply({});
    }),
  ];
}
