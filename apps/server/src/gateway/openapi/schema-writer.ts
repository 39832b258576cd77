import { OBJECT_WORDS, wordsOfField } from '@tarazu/protocol';
import * as z from 'zod/mini';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A field of an object, written. */
interface WrittenField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** Whether a schema tells what a caller writes or what it is answered. */
type Direction = 'input' | 'output';

/**
 * Writes zod schemas as JSON Schema (2020-12) with the words of each field. An object that has a name is
 * written once, under `components`, and referred to from wherever it stands.
 */
export class SchemaWriter {
  readonly #components = new Map<string, JsonSchema>();
  /** Objects that are being written, so that none waits for itself. */
  readonly #begun = new Set<string>();

  get components(): JsonSchema {
    return Object.fromEntries([...this.#components].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** A schema under a name of its own, or under the name that it has. */
  named(
    schema: z.ZodMiniType,
    name: { readonly id: string; readonly description: string },
    io: Direction,
  ): JsonSchema {
    const { id, description } = OBJECT_WORDS.get(schema) ?? name;
    if (!this.#begun.has(id)) {
      this.#begun.add(id);
      this.#components.set(id, { description, ...this.#whole(schema, id, io) });
    }
    return reference(id);
  }

  /** Puts a schema that is not zod's among the components. */
  add(id: string, schema: JsonSchema): JsonSchema {
    this.#components.set(id, schema);
    return reference(id);
  }

  /** The fields of an object, each with its words: what a query has. */
  fields(schema: z.ZodMiniType, id: string, io: Direction): readonly WrittenField[] {
    if (!(schema instanceof z.ZodMiniObject)) return [];
    const owner = OBJECT_WORDS.get(schema)?.id ?? id;
    return Object.entries(schema.def.shape).map(([name, field]) => ({
      name,
      isRequired: !(field instanceof z.ZodMiniOptional),
      schema: this.#field(field, { owner, name, io }),
    }));
  }

  #write(schema: z.ZodMiniType, owner: string, io: Direction): JsonSchema {
    const known = OBJECT_WORDS.get(schema);
    return known === undefined ? this.#whole(schema, owner, io) : this.named(schema, known, io);
  }

  #whole(schema: z.ZodMiniType, owner: string, io: Direction): JsonSchema {
    const inside = (part: unknown): JsonSchema => this.#write(asSchema(part), owner, io);
    if (schema instanceof z.ZodMiniOptional) return inside(schema.def.innerType);
    if (schema instanceof z.ZodMiniArray) return { type: 'array', items: inside(schema.def.element) };
    if (schema instanceof z.ZodMiniRecord)
      return { type: 'object', additionalProperties: inside(schema.def.valueType) };
    if (schema instanceof z.ZodMiniTuple) {
      const prefixItems = schema.def.items.map(inside);
      const { length } = prefixItems;
      return { type: 'array', prefixItems, items: {}, minItems: length, maxItems: length };
    }
    if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion)
      return { oneOf: schema.def.options.map(inside) };
    if (schema instanceof z.ZodMiniObject) return this.#object(schema, owner, io);
    const { $schema: _dialect, ...leaf } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    return leaf;
  }

  #object(schema: z.ZodMiniObject, owner: string, io: Direction): JsonSchema {
    const fields = this.fields(schema, owner, io);
    const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema: written }) => [name, written])),
      ...(required.length > 0 && { required }),
      ...(io === 'input' && { additionalProperties: false }),
    };
  }

  #field(
    schema: z.core.$ZodType,
    { owner, name, io }: { readonly owner: string; readonly name: string; readonly io: Direction },
  ): JsonSchema {
    const written = this.#write(asSchema(schema), `${owner}.${name}`, io);
    const [says, example, unit] = wordsOfField(owner, name) ?? [];
    const shown = example ?? exampleOf(written);
    return {
      ...written,
      ...(says !== undefined && { description: unit === undefined ? says : `${says} Unit: ${unit}.` }),
      ...(shown !== undefined && { examples: [shown] }),
      ...(unit !== undefined && { 'x-unit': unit }),
    };
  }
}

function reference(id: string): JsonSchema {
  return { $ref: `#/components/schemas/${id}` };
}

/** Parts of a schema are typed as the core's; ours are all made by zod's mini form. */
function asSchema(part: unknown): z.ZodMiniType {
  if (part instanceof z.ZodMiniType) return part;
  throw new Error('Invariant: every schema of the protocol is made by zod/mini');
}

/** Of the values of an enumeration the first, of yes and no the no. */
function exampleOf({ enum: values, type, const: only }: JsonSchema): unknown {
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  return type === 'boolean' ? false : undefined;
}
