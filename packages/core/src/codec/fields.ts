import { assert } from '#values/index.ts';

const INTEGER = /^-?\d+$/;

/**
 * Reads the fields of a JSON object one by one, each with its
 * type: what the journal holds is checked before it is believed.
 */
export class Fields {
  readonly #fields: ReadonlyMap<string, unknown>;

  constructor(json: unknown) {
    assert(
      typeof json === 'object' && json !== null && !Array.isArray(json),
      'Condition: an object expected in the journal',
    );
    this.#fields = new Map(Object.entries(json));
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  raw(name: string): unknown {
    return this.#fields.get(name);
  }

  text(name: string): string {
    const value = this.#fields.get(name);
    assert(typeof value === 'string', `Condition: text expected in the journal for ${name}`);
    return value;
  }

  whole(name: string): number {
    const value = this.#fields.get(name);
    assert(
      Number.isSafeInteger(value) && typeof value === 'number',
      `Condition: a whole number expected in the journal for ${name}`,
    );
    return value;
  }

  flag(name: string): boolean {
    const value = this.#fields.get(name);
    assert(typeof value === 'boolean', `Condition: true or false expected in the journal for ${name}`);
    return value;
  }

  integer(name: string): bigint {
    return integerOf(this.#fields.get(name));
  }

  oneOf<const Value extends string | number | boolean>(name: string, values: readonly Value[]): Value {
    const value = this.#fields.get(name);
    const known = values.find((one) => one === value);
    assert(
      known !== undefined,
      `Condition: a known word expected in the journal for ${name}, not ${String(value)}`,
    );
    return known;
  }

  list<Value>(name: string, of: (json: unknown) => Value): Value[] {
    return listOf(this.#fields.get(name), of);
  }

  object(name: string): Fields {
    return new Fields(this.#fields.get(name));
  }
}

/** An integer as decimal text: JSON numbers are floats elsewhere. */
export function integerOf(json: unknown): bigint {
  assert(
    typeof json === 'string' && INTEGER.test(json),
    'Condition: an integer as text expected in the journal',
  );
  return BigInt(json);
}

export function listOf<Value>(json: unknown, of: (json: unknown) => Value): Value[] {
  assert(Array.isArray(json), 'Condition: a list expected in the journal');
  return json.map((one: unknown) => of(one));
}
