import type * as z from 'zod/mini';
import { RailUnavailable } from '#rails/ports.ts';
import { ask, jsonOf } from '#rails/process/ask.ts';
import {
  type PublicKeys,
  publicKeysSchema,
  type SignAnswer,
  type SignRequest,
  signAnswerSchema,
} from '#rails/signer/messages.ts';

/** The signer as the server knows it. */
export interface SignerPort {
  publicKeys(): Promise<PublicKeys>;
  sign(request: SignRequest): Promise<SignAnswer>;
}

/** Asks a signer in another process. */
export class SignerClient implements SignerPort {
  readonly #at: { readonly address: () => Promise<string>; readonly key: string };

  constructor(at: { readonly address: () => Promise<string>; readonly key: string }) {
    this.#at = at;
  }

  publicKeys(): Promise<PublicKeys> {
    return this.#ask(publicKeysSchema, 'keys');
  }

  sign(request: SignRequest): Promise<SignAnswer> {
    return this.#ask(signAnswerSchema, 'sign', request);
  }

  async #ask<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    body?: object,
  ): Promise<z.output<Schema>> {
    const answer = await ask({
      url: `${(await this.#at.address()).replace(/\/$/, '')}/v1/${path}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#at.key}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const read = schema.safeParse(jsonOf(answer));
    if (answer.status === 200 && read.success) return read.data;
    throw new RailUnavailable(`The signer answered ${path} with status ${answer.status}.`);
  }
}
