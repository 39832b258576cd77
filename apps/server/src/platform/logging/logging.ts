import { type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#platform/config/config.ts';
import { maskContact, maskText } from './masking.ts';
import { readableLine } from './readable-line.ts';

export type { Logger } from 'pino';

const HIDDEN = '[hidden]';
const DEPTH_MAX = 6;

/** Fields that are never written, at any depth, whatever the case and the `_` and `-` of their names. */
const SECRET_NAMES = new Set([
  'accesstoken',
  'token',
  'authorization',
  'cookie',
  'setcookie',
  'password',
  'passwordagain',
  'repassword',
  'oldpassword',
  'newpassword',
  'paypassword',
  'transactionpassword',
  'code',
  'captcha',
  'captchacode',
  'emailcode',
  'smscode',
  'secret',
  'key',
  'apikey',
  'pepper',
  'privatekey',
  'idnumber',
  'cardnumber',
  'bankaccount',
  'body',
]);

/** Fields by which a person can be reached: enough is left to recognise them when they ask. */
const CONTACT_NAMES = new Set([
  'phone',
  'mobile',
  'email',
  'mail',
  'to',
  'recipient',
  'phonenumber',
  'account',
  'username',
]);

/**
 * Structured lines, one JSON object each, cleaned first: secrets are hidden, phones and addresses masked. An
 * error's own code is `errorCode`, a refusal's `refusal`, because `code` is also what people receive by SMS.
 */
export function createLogger(options: {
  readonly level: Config['logLevel'];
  readonly destination?: DestinationStream;
}): Logger {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => cleanFields(fields, 0),
      },
      serializers: { err: (error: unknown) => error },
      hooks: {
        logMethod(inputArguments, method) {
          const [first, second] = inputArguments;
          if (typeof first === 'string') method.call(this, maskText(first));
          else if (first instanceof Error)
            method.call(this, { err: first }, maskText(second ?? first.message));
          else method.call(this, first, maskText(second ?? ''));
        },
      },
    },
    shown(options.destination ?? pino.destination({ dest: 1, sync: false })),
  );
  const plainChild = logger.child;
  // Pino does not pass the fields of a child through its
  // formatters; children inherit this method, and so do theirs.
  return Object.assign(logger, {
    child(this: Logger, bindings: object, childOptions?: ChildLoggerOptions): Logger {
      return Reflect.apply(plainChild, this, [cleanFields(bindings, 0), childOptions]);
    },
  });
}

/** For programs as it is; at a terminal, where a person reads, as a line of text. */
function shown(destination: DestinationStream): DestinationStream {
  const isTerminal = 'isTTY' in destination && destination.isTTY === true;
  return isTerminal ? { write: (line) => destination.write(`${readableLine(line)}\n`) } : destination;
}

function cleanFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, cleanField(name, value, depth)]),
  );
}

function cleanField(name: string, value: unknown, depth: number): unknown {
  const plainName = name.toLowerCase().replaceAll(/[_-]/g, '');
  if (SECRET_NAMES.has(plainName)) return HIDDEN;
  if (CONTACT_NAMES.has(plainName) && typeof value === 'string') return maskContact(value);
  return cleanValue(value, depth + 1);
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return cleanError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > DEPTH_MAX) return '[too deep]';
  return Array.isArray(value) ? value.map((item) => cleanValue(item, depth + 1)) : cleanFields(value, depth);
}

function cleanError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: maskText(error.message),
    stack: maskText(error.stack ?? ''),
    ...(code === undefined ? {} : { errorCode: String(code) }),
    ...(error.cause === undefined || depth > DEPTH_MAX ? {} : { cause: cleanValue(error.cause, depth + 1) }),
  };
}
