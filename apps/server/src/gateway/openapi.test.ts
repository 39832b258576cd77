import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clientMessage,
  OBJECT_WORDS,
  OPERATIONS,
  serverMessage,
  WORD_PLACES,
  wordsOfField,
} from '@tarazu/protocol';
import * as z from 'zod/mini';
import { describeCalls } from './openapi.ts';

const description = JSON.parse(JSON.stringify(describeCalls(Object.values(OPERATIONS), '1.0.0')));

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Each field of each object, with where it stands. */
function* fieldsOf(node: unknown, place: string): Generator<readonly [place: string, field: Node]> {
  if (!isNode(node)) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === 'examples') continue;
    yield* fieldsOf(value, `${place}.${name}`);
    if (name === 'properties' && isNode(value))
      for (const [field, schema] of Object.entries(value))
        if (isNode(schema)) yield [`${place}.${field}`, schema];
  }
}

const FIELDS = [...fieldsOf(description.components.schemas, '')];
const PARAMETERS: Node[] = Object.values<Record<string, Node>>(description.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap((call) => (Array.isArray(call['parameters']) ? call['parameters'] : []));

test('every field has its sentence, and every value an example (trial 17)', () => {
  assert.ok(FIELDS.length > 400, String(FIELDS.length));
  const wordless = FIELDS.filter(([, field]) => typeof field['description'] !== 'string').map(
    ([place]) => place,
  );
  assert.deepEqual(wordless, []);
  const isValue = (field: Node) =>
    ['string', 'number', 'integer', 'boolean'].includes(String(field['type'])) &&
    field['const'] === undefined;
  const bare = FIELDS.filter(([, field]) => isValue(field) && field['examples'] === undefined);
  assert.deepEqual(
    bare.map(([place]) => place),
    [],
  );
  assert.deepEqual(
    PARAMETERS.filter(({ description: says }) => typeof says !== 'string').map(({ name }) => name),
    [],
  );
});

test('every number and every amount names its unit (trial 17)', () => {
  const isNumber = (field: Node) => {
    const [example] = Array.isArray(field['examples']) ? field['examples'] : [];
    return field['type'] === 'number' || field['type'] === 'integer' || /^-?\d+\.\d+$/.test(String(example));
  };
  const unitless = FIELDS.filter(([, field]) => isNumber(field) && field['x-unit'] === undefined);
  assert.deepEqual(
    unitless.map(([place]) => place).filter((place) => !/\.(code|version)$/.test(place)),
    [],
  );
});

test('every example is taken by the schema that it stands beside, and no words are about nothing (trial 17)', () => {
  const used = new Set<string>();
  const unfit: string[] = [];
  const look = (schema: unknown, owner: string): void => {
    if (schema instanceof z.ZodMiniOptional) look(schema.def.innerType, owner);
    if (schema instanceof z.ZodMiniArray) look(schema.def.element, owner);
    if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion)
      for (const option of schema.def.options) look(option, owner);
    if (schema instanceof z.ZodMiniTuple) for (const item of schema.def.items) look(item, owner);
    if (schema instanceof z.ZodMiniObject) lookInside(schema, owner);
  };
  const lookInside = (schema: z.ZodMiniObject, owner: string): void => {
    const place = OBJECT_WORDS.get(schema)?.id ?? owner;
    for (const [name, field] of Object.entries(schema.def.shape)) {
      used.add(name).add(`${place}.${name}`);
      const [, example] = wordsOfField(place, name) ?? [];
      if (example !== undefined && field instanceof z.ZodMiniType && !field.safeParse(example).success)
        unfit.push(`${place}.${name}: ${JSON.stringify(example)}`);
      look(field, `${place}.${name}`);
    }
  };
  for (const { name, input, output } of Object.values(OPERATIONS)) {
    look(input, `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`);
    look(output, `${name.charAt(0).toUpperCase()}${name.slice(1)}Data`);
  }
  look(clientMessage, 'StreamClientMessage');
  look(serverMessage, 'StreamServerMessage');
  assert.deepEqual(unfit, []);
  assert.deepEqual(
    WORD_PLACES.filter((place) => !used.has(place)),
    [],
  );
});
