import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { OPERATIONS } from '#operations/index.ts';
import { clientMessage, serverMessage } from '#stream.ts';
import { OBJECT_WORDS, WORD_PLACES, wordsOfField } from '#words/index.ts';

interface Field {
  readonly owner: string;
  readonly name: string;
  readonly schema: z.ZodMiniType;
}

/** Each field of what is inside a schema, with the object that it belongs to. */
function* fieldsOf(schema: unknown, owner: string): Generator<Field> {
  if (schema instanceof z.ZodMiniOptional) yield* fieldsOf(schema.def.innerType, owner);
  if (schema instanceof z.ZodMiniArray) yield* fieldsOf(schema.def.element, owner);
  if (schema instanceof z.ZodMiniTuple) for (const item of schema.def.items) yield* fieldsOf(item, owner);
  if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion)
    for (const option of schema.def.options) yield* fieldsOf(option, owner);
  if (!(schema instanceof z.ZodMiniObject)) return;
  const place = OBJECT_WORDS.get(schema)?.id ?? owner;
  for (const [name, field] of Object.entries(schema.def.shape)) {
    if (field instanceof z.ZodMiniType) yield { owner: place, name, schema: field };
    yield* fieldsOf(field, `${place}.${name}`);
  }
}

const named = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const FIELDS = [
  ...Object.values(OPERATIONS).flatMap(({ name, input, output }) => [
    ...fieldsOf(input, `${named(name)}Input`),
    ...fieldsOf(output, `${named(name)}Data`),
  ]),
  ...fieldsOf(clientMessage, 'StreamClientMessage'),
  ...fieldsOf(serverMessage, 'StreamServerMessage'),
];

test('every field of a call and of the stream has its words: add them in packages/protocol/src/words (trial 17)', () => {
  const wordless = FIELDS.filter(({ owner, name }) => wordsOfField(owner, name) === undefined);
  assert.deepEqual([...new Set(wordless.map(({ owner, name }) => `${owner}.${name}`))], []);
});

test('every example is taken by its schema, and no words are about nothing (trial 17)', () => {
  const unfit = FIELDS.filter(({ owner, name, schema }) => {
    const [, example] = wordsOfField(owner, name) ?? [];
    return example !== undefined && !schema.safeParse(example).success;
  });
  assert.deepEqual([...new Set(unfit.map(({ owner, name }) => `${owner}.${name}`))], []);
  const used = new Set(FIELDS.flatMap(({ owner, name }) => [name, `${owner}.${name}`]));
  assert.deepEqual(
    WORD_PLACES.filter((place) => !used.has(place)),
    [],
  );
});
