import {
  API_PREFIX,
  COMMON_REFUSALS,
  CUSTOMER_REFUSALS,
  enUS,
  type Operation,
  REFUSALS,
  type RefusalEntry,
  type RefusalKey,
} from '@tarazu/protocol';
import * as z from 'zod/mini';

/** OpenAPI 3.1 of the calls that this server takes, made from the records that it checks with. */
export function describeCalls(operations: readonly Operation[], version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeCall(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tarazu',
      version,
      description:
        'Code 0 is success; every other code is a refusal with its reason and what to change. Amounts, prices, quantities and ' +
        'rates are decimal text; times are epoch milliseconds, UTC. The token of a session goes into the header accesstoken.',
    },
    servers: [{ url: API_PREFIX }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'accesstoken' } },
      schemas: { Refusal: REFUSAL_SCHEMA },
    },
    paths,
  };
}

const REFUSAL_SCHEMA = {
  type: 'object',
  required: ['code', 'msg', 'reason', 'fix', 'requestId'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string', description: 'What is so, in the language asked for.' },
    reason: { type: 'string', enum: Object.keys(REFUSALS) },
    fix: { type: 'string', description: 'What to change.' },
    ruleId: { type: 'string', description: 'The published rule that decided.' },
    field: { type: 'string', description: 'The input field that is wrong.' },
    retryAfterMs: { type: 'number' },
    requestId: { type: 'string' },
  },
};

function describeCall(operation: Operation): unknown {
  const input = schemaOf(operation.input, 'input');
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.path.split('/')[1] ?? ''],
    'x-effect': operation.effect,
    'x-role': operation.role,
    'x-refusals': refusalsOf(operation).map((key) => ({
      reason: key,
      code: entryOf(key).code,
      ...enUS[key],
    })),
    ...(operation.role === 'customer' ? { security: [{ session: [] }] } : {}),
    ...(operation.method === 'GET'
      ? { parameters: queryParameters(input) }
      : {
          requestBody: {
            required: true,
            content: { 'application/x-www-form-urlencoded': { schema: input } },
          },
        }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: answerSchema(operation) } } },
      ...refusalResponses(operation),
    },
  };
}

function answerSchema(operation: Operation): unknown {
  return {
    type: 'object',
    required: ['code', 'msg', 'data', 'requestId'],
    properties: {
      code: { const: 0 },
      msg: { type: 'string' },
      data: schemaOf(operation.output, 'output'),
      requestId: { type: 'string' },
    },
  };
}

function refusalsOf(operation: Operation): readonly RefusalKey[] {
  const customer = operation.role === 'customer' ? CUSTOMER_REFUSALS : [];
  return [...new Set<RefusalKey>([...operation.refusals, ...customer, ...COMMON_REFUSALS])];
}

function entryOf(key: RefusalKey): RefusalEntry {
  return REFUSALS[key];
}

/** One answer a status, which lists the refusals that come with it. */
function refusalResponses(operation: Operation): Record<string, unknown> {
  const byStatus = Map.groupBy(refusalsOf(operation), (key) => entryOf(key).status);
  byStatus.delete(200);
  const answers = [...byStatus].map(([status, keys]) => [
    String(status),
    {
      description: keys.map((key) => `${entryOf(key).code} ${key}: ${enUS[key].msg}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ]);
  return Object.fromEntries(answers);
}

type ObjectSchema = z.output<typeof objectSchema>;

function queryParameters(input: ObjectSchema): unknown[] {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return objectSchema.parse(rest);
}

const objectSchema = z.looseObject({
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
});
