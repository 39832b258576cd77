import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId } from '@tarazu/core/values';
import { LIMITS } from '#gateway/admission/limits.ts';
import type { GatewayOptions } from '#gateway/gateway.ts';
import { systemClock } from '#platform/time/clock.ts';
import type { Session } from '#ports.ts';

/**
 * The base of the gateway's tests: somebody who is signed in, and a gateway that knows nobody and has no
 * calls yet.
 */
export const SESSION: Session = {
  sessionId: 'session',
  loginId: 1,
  userId: 'user',
  environment: 'demo',
  accountId: accountId(1),
  guest: true,
};

export const SETTINGS: Omit<GatewayOptions, 'operations' | 'bindings' | 'webFolder'> = {
  sessions: { find: () => 'unknown' },
  clock: systemClock,
  limits: LIMITS,
  readiness: [],
  uploadFolder: join(tmpdir(), 'tarazu-no-uploads'),
  version: '1.0.0',
  publicUrl: null,
  apiUrl: null,
  allowedOrigins: [],
  trustedProxies: 0,
  chatScript: null,
  onNotice: () => undefined,
  onBug: (error) => assert.fail(String(error)),
};
