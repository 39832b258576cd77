import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { prepareFile } from '#rails/process/child-main.ts';
import { isKey, openLittleServer } from '#rails/process/little-server.ts';
import { openSignerKeys } from '#rails/signer/key-file.ts';
import { openLimits } from '#rails/signer/limits.ts';
import { signRequestSchema } from '#rails/signer/messages.ts';
import { Signer } from '#rails/signer/signer.ts';

/** Told to the signer when it is started. */
export const signerOpeningSchema = z.object({
  folder: z.string(),
  kind: z.enum(['main', 'sandbox']),
  /** Of those who may ask. */
  key: z.string(),
  port: z.optional(z.number()),
  passphraseFile: z.optional(z.string()),
});
export type SignerOpening = z.output<typeof signerOpeningSchema>;

const WELL = { slowMs: 0, isDown: false, losesAnswers: false };

/** @throws Error when its keys do not open. */
export async function openSigner(opening: SignerOpening, nowMs: () => number) {
  const { folder, key, port } = opening;
  const keys = openSignerKeys(opening);
  const file = new DatabaseSync(join(folder, 'signer.db'));
  prepareFile(file);
  const signer = new Signer(file, keys, openLimits(folder));
  const server = await openLittleServer({
    ...(port !== undefined && { port }),
    faults: () => WELL,
    serve: ({ method, path, body, key: given }) => {
      if (!isKey(given, key)) return { status: 401 };
      if (method === 'GET' && path === '/v1/keys') return { status: 200, body: signer.publicKeys() };
      const request = signRequestSchema.safeParse(body);
      if (method !== 'POST' || path !== '/v1/sign') return { status: 404 };
      return request.success ? { status: 200, body: signer.sign(request.data, nowMs()) } : { status: 400 };
    },
  });
  return {
    port: server.port,
    stop: async () => {
      await server.stop();
      file.close();
    },
  };
}
