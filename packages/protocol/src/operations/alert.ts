import * as z from 'zod/mini';
import { alertConditions, alertField } from '#alerts.ts';
import { decimalInput, idInput, instrumentIdInput, nothing } from '#fields.ts';
import { operation } from '#operation.ts';

const terms = { condition: z.enum(alertConditions), level: decimalInput };

export const alertAdd = operation({
  name: 'alertAdd',
  method: 'POST',
  path: '/alert/add',
  effect: 'command',
  role: 'customer',
  summary:
    'Asks for a notice when a price or the day’s change passes a level. The same wish twice is one alert.',
  input: z.strictObject({ instrumentId: instrumentIdInput, ...terms }),
  output: z.object({ alert: alertField }),
  refusals: ['INSTRUMENT_UNKNOWN', 'TICK', 'ALERT_REACHED', 'ALERT_NEVER', 'ALERTS_FULL', 'ALERTS_TODAY'],
});
export const alertSet = operation({
  name: 'alertSet',
  method: 'POST',
  path: '/alert/set',
  effect: 'command',
  role: 'customer',
  summary: 'Changes an alert that still waits.',
  input: z.strictObject({ id: idInput, ...terms }),
  output: z.object({ alert: alertField }),
  refusals: ['NOT_FOUND', 'TICK', 'ALERT_REACHED', 'ALERT_NEVER'],
});
export const alertList = operation({
  name: 'alertList',
  method: 'GET',
  path: '/alert/list',
  effect: 'read',
  role: 'customer',
  summary: 'Own price alerts: those that wait first, then the newest that came true.',
  input: z.strictObject({ instrumentId: z.optional(instrumentIdInput) }),
  output: z.object({ list: z.array(alertField), waitingMax: z.number() }),
  refusals: [],
});
export const alertDel = operation({
  name: 'alertDel',
  method: 'POST',
  path: '/alert/del',
  effect: 'command',
  role: 'customer',
  summary: 'Takes an alert away, whether it waits or has come true.',
  input: z.strictObject({ id: idInput }),
  output: nothing,
  refusals: [],
});
