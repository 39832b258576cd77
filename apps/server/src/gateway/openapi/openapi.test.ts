import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@tarazu/protocol';
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
    unitless.map(([place]) => place).filter((place) => !/\.(code|version|section)$/.test(place)),
    [],
  );
});
