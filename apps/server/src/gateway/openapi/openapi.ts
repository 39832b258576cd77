import {
  API_KEY_REFUSALS,
  API_PREFIX,
  COMMON_REFUSALS,
  CUSTOMER_REFUSALS,
  clientMessage,
  enUS,
  type Operation,
  REFUSAL_DETAILS,
  REFUSALS,
  type RefusalEntry,
  type RefusalKey,
  type RefusalSentences,
  STEP_UP_REFUSALS,
  STREAM_PATH,
  serverMessage,
} from '@tarazu/protocol';
import { type JsonSchema, SchemaWriter } from '#gateway/openapi/schema-writer.ts';

/** OpenAPI 3.1 of the calls that this server takes, made from the records that it checks with. */
export function describeCalls(operations: readonly Operation[], version: string): unknown {
  const writer = new SchemaWriter();
  writer.add('Refusal', REFUSAL_SCHEMA);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeCall(operation, writer),
    };
  }
  paths[STREAM_PATH.slice(API_PREFIX.length)] = { get: describeStream(writer) };
  return {
    openapi: '3.1.0',
    info: INFO(version),
    servers: [{ url: API_PREFIX, description: 'This installation.' }],
    tags: tagsOf(Object.keys(paths)),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'accesstoken',
          description: 'The token that a sign-in gives.',
        },
      },
      schemas: writer.components,
    },
    paths,
  };
}

const INFO = (version: string): JsonSchema => ({
  title: 'Tarazu',
  version,
  description:
    'Code 0 is success; every other code is a refusal with its reason and what to change. Amounts, prices, quantities and ' +
    'rates are decimal text; times are epoch milliseconds, UTC. The token of a session goes into the header accesstoken, or a key ' +
    'with the signature of the call: key.ID.TIME.SIGNATURE, as /api/example.mjs shows.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
});

const TAGS: Readonly<Record<string, string>> = {
  alert: 'Price alerts.',
  coin: 'Coins: prices, orders, balances.',
  common: 'Settings, captchas and one-time codes.',
  gtt: 'Orders that wait for a trigger, good till triggered.',
  index: 'News, notices and banners.',
  order: 'Orders of every venue together.',
  proof: 'The signed log of the journal.',
  sandbox: 'Messages of a sandbox installation.',
  stock: 'Shares: prices, orders, holdings.',
  stream: 'What is pushed over a WebSocket.',
  user: 'Login, account, statements.',
};

const tagOf = (path: string): string => path.split('/')[1] ?? '';

function tagsOf(paths: readonly string[]): JsonSchema[] {
  return [...new Set(paths.map(tagOf))].sort().map((name) => ({ name, description: TAGS[name] }));
}

const text = (description: string, example: string): JsonSchema => ({
  type: 'string',
  description,
  examples: [example],
});

const REFUSAL_SCHEMA: JsonSchema = {
  description: 'A refusal: nothing was changed.',
  type: 'object',
  required: ['code', 'msg', 'reason', 'fix', 'requestId'],
  properties: {
    code: { type: 'integer', description: 'Number of the refusal; never 0.', examples: [-1110] },
    msg: text('What is so, in the language asked for.', 'The price is not a multiple of the tick size.'),
    reason: {
      type: 'string',
      enum: Object.keys(REFUSALS),
      description: 'Stable name of the refusal.',
      examples: ['TICK'],
    },
    fix: text('What to change, in the language asked for.', 'Use a multiple of 0.05.'),
    detail: {
      type: 'object',
      description: 'What the sentences name, each by itself; which of them, `x-refusals` of a call says.',
      additionalProperties: { type: 'string' },
      properties: Object.fromEntries(
        Object.entries(REFUSAL_DETAILS).map(([name, [says, example, unit]]) => [
          name,
          {
            type: 'string',
            description: unit === undefined ? says : `${says} Unit: ${unit}.`,
            examples: [example],
            ...(unit !== undefined && { 'x-unit': unit }),
          },
        ]),
      ),
    },
    ruleId: text('The published rule that decided.', 'tick-size'),
    field: text('The input field that is wrong.', 'price'),
    retryAfterMs: {
      type: 'number',
      description: 'How long to wait before the next try. Unit: milliseconds.',
      examples: [1_000],
      'x-unit': 'milliseconds',
    },
    requestId: text('Names this call in the server’s log.', 'r-1f3c-00000042'),
  },
};

const SHARED = 'An answer may be a quarter of a second old: it serves all who ask the same meanwhile.';

function describeCall(operation: Operation, writer: SchemaWriter): unknown {
  return {
    operationId: operation.name,
    summary: headOf(operation.summary),
    description: operation.sharedBy === undefined ? operation.summary : `${operation.summary} ${SHARED}`,
    tags: [tagOf(operation.path)],
    'x-effect': operation.effect,
    'x-role': operation.role,
    ...(operation.stepUp !== undefined && { 'x-step-up': operation.stepUp }),
    ...(operation.apiKey !== undefined && { 'x-api-key': operation.apiKey }),
    'x-refusals': refusalsOf(operation).map((key) => ({
      reason: key,
      code: entryOf(key).code,
      ...enUS[key],
      detail: detailNames(key),
    })),
    security: operation.role === 'customer' ? [{ session: [] }] : [],
    ...(operation.method === 'GET'
      ? { parameters: queryParameters(operation, writer) }
      : {
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': { schema: inputSchema(operation, writer) },
              ...fileContent(operation, writer),
            },
          },
        }),
    responses: {
      200: { description: 'Done.', content: json(answerSchema(operation, writer)) },
      ...refusalResponses(operation),
    },
  };
}

/** The body of a call that brings a file: its fields, and the file beside them. */
function fileContent(operation: Operation, writer: SchemaWriter): Record<string, unknown> {
  const { upload } = operation;
  if (upload === undefined) return {};
  const fields = writer.fields(operation.input, `${nameOf(operation)}Input`, 'input');
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const file = { type: 'string', format: 'binary', description: `At most ${upload.bytesMax} bytes.` };
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { ...properties, [upload.part]: file } },
      encoding: { [upload.part]: { contentType: upload.types.join(', ') } },
    },
  };
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** The first sentence, for lists. */
function headOf(summary: string): string {
  const [head = summary] = summary.split(/(?<=[^.])[.:;] /);
  return head.replace(/\.$/, '');
}

const nameOf = ({ name }: Operation): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function inputSchema(operation: Operation, writer: SchemaWriter): JsonSchema {
  const id = `${nameOf(operation)}Input`;
  return writer.named(operation.input, { id, description: `Fields of ${operation.name}.` }, 'input');
}

function answerSchema(operation: Operation, writer: SchemaWriter): JsonSchema {
  const id = `${nameOf(operation)}Data`;
  const named = { id, description: `What ${operation.name} answers.` };
  return writer.add(`${nameOf(operation)}Answer`, {
    description: `The whole reply of ${operation.name}.`,
    type: 'object',
    required: ['code', 'msg', 'data', 'requestId'],
    properties: {
      code: { const: 0, description: 'Success.', examples: [0] },
      msg: text('Says that it is done, in the language asked for.', 'success'),
      data: { ...writer.named(operation.output, named, 'output'), description: 'The answer itself.' },
      requestId: text('Names this call in the server’s log.', 'r-1f3c-00000042'),
    },
  });
}

/** A WebSocket: its address and its first answer are HTTP, the rest is messages. */
function describeStream(writer: SchemaWriter): unknown {
  const message = { id: 'StreamMessage', description: 'A message of the stream.' };
  return {
    operationId: 'stream',
    summary: 'Opens the stream',
    description:
      'Opens a WebSocket. The client sends one message a frame as JSON text; each frame of the server is an array of messages.',
    tags: ['stream'],
    security: [],
    responses: {
      101: {
        description:
          'The connection speaks WebSocket from now on. These are the messages of the server and those of the client.',
        content: json({
          oneOf: [
            { type: 'array', items: writer.named(serverMessage, message, 'output') },
            writer.named(clientMessage, message, 'input'),
          ],
        }),
      },
      403: { description: 'A page of somebody else asks.' },
      503: { description: 'As many connections as there may be are open.' },
    },
  };
}

function refusalsOf(operation: Operation): readonly RefusalKey[] {
  const customer = operation.role === 'customer' ? CUSTOMER_REFUSALS : [];
  const stepUp = operation.stepUp === undefined ? [] : STEP_UP_REFUSALS;
  const key = operation.apiKey === undefined ? [] : API_KEY_REFUSALS;
  return [
    ...new Set<RefusalKey>([...operation.refusals, ...stepUp, ...key, ...customer, ...COMMON_REFUSALS]),
  ];
}

function entryOf(key: RefusalKey): RefusalEntry {
  return REFUSALS[key];
}

/** The details that a refusal's sentences name. */
function detailNames(key: RefusalKey): string[] {
  const { msg, fix, fixByLimit = '', ofZero, ofCoin }: RefusalSentences = enUS[key];
  const sentences = [msg, fix, fixByLimit, ...[ofZero, ofCoin].flatMap((of) => (of ? [of.msg, of.fix] : []))];
  const names = [...sentences.join(' ').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => name !== 'requestId');
}

/** One answer a status, which lists the refusals that come with it. */
function refusalResponses(operation: Operation): Record<string, unknown> {
  const byStatus = Map.groupBy(refusalsOf(operation), (key) => entryOf(key).status);
  byStatus.delete(200);
  const answers = [...byStatus].map(([status, keys]) => [
    String(status),
    {
      description: keys.map((key) => `${entryOf(key).code} ${key}: ${enUS[key].msg}`).join('\n\n'),
      content: json({ $ref: '#/components/schemas/Refusal' }),
    },
  ]);
  return Object.fromEntries(answers);
}

function queryParameters(operation: Operation, writer: SchemaWriter): unknown[] {
  return writer
    .fields(operation.input, `${nameOf(operation)}Input`, 'input')
    .map(({ name, isRequired, schema: { description, ...schema } }) => ({
      name,
      in: 'query',
      required: isRequired,
      description,
      schema,
    }));
}
