import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceName, isPhone } from './device-name.ts';

const cases: readonly (readonly [userAgent: string, name: string, phone: boolean])[] = [
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
    'Chrome · Linux',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    'Chrome · Android',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604',
    'Safari · iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge · Windows',
    false,
  ],
  ['curl/8.5.0', 'curl/8.5.0', false],
];

for (const [userAgent, name, phone] of cases) {
  test(`a device that says ${userAgent.slice(0, 40)}… is ${name}`, () => {
    assert.equal(deviceName(userAgent), name);
    assert.equal(isPhone(userAgent), phone);
  });
}
