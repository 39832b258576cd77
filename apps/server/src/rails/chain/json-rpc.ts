import * as z from 'zod/mini';
import { RailUnavailable } from '#rails/ports.ts';
import { ask } from '#rails/process/ask.ts';

/** The node refuses, with its own code and sentence. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RpcOptions {
  /** Name of the node in messages. */
  readonly name: string;
  /** Address now; its user and password, where it has them, are sent as such. */
  readonly address: () => Promise<string>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly version: '1.0' | '2.0';
  readonly timeoutMs?: number;
}

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ code: z.number(), message: z.string() }))),
});
/** A full block of a busy chain with all its transactions. */
const BYTES_MAX = 48 * 1_024 * 1_024;
const TEXT_MAX = 200;

/** JSON-RPC by HTTP. Numbers with a fraction arrive as the text that the node wrote: they are amounts. */
export class JsonRpc {
  readonly #options: RpcOptions;
  #number = 0;

  constructor(options: RpcOptions) {
    this.#options = options;
  }

  /**
   * @throws RailUnavailable without a whole answer, or with one that is not as the schema says;
   * RpcRefusal when the node says no.
   */
  async call<Schema extends z.ZodMiniType>(
    schema: Schema,
    method: string,
    params: readonly unknown[],
  ): Promise<z.output<Schema>> {
    const { name, address, headers, version, timeoutMs } = this.#options;
    this.#number += 1;
    const body = JSON.stringify({ jsonrpc: version, id: this.#number, method, params });
    const answer = await ask({
      url: await address(),
      method: 'POST',
      body,
      bytesMax: BYTES_MAX,
      ...(headers && { headers }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    const read = answerSchema.safeParse(exactJsonOf(answer.text));
    if (!read.success) throw new RailUnavailable(`${name} answered ${method} with status ${answer.status}.`);
    const { result, error } = read.data;
    if (error) throw new RpcRefusal(error.code, error.message.slice(0, TEXT_MAX));
    const found = schema.safeParse(result);
    if (!found.success) throw new RailUnavailable(`${name} answered ${method} with what is no answer to it.`);
    return found.data;
  }
}

/** Undefined for what is no JSON. */
function exactJsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown, { source = '' }: { source?: string } = {}) =>
      typeof value === 'number' && /[.eE]/.test(source) ? source : value,
    );
  } catch {
    return undefined;
  }
}
