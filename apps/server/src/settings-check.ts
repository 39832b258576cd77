import type { Config } from '#platform/config/config.ts';
import { checkAddresses } from '#platform/config/listen-problem.ts';
import { checkKeyFiles } from '#platform/secrets/installation-keys.ts';

/**
 * Things that the settings name, looked at before anything is built, begun or changed for them: addresses and
 * ports of this machine, key files, recorded packs.
 * @throws StartupError with one sentence.
 */
export async function checkSettings(config: Config): Promise<void> {
  await checkAddresses(config);
  checkKeyFiles(config);
  await checkBucket(config.bucket);
  if (config.market !== 'recorded') return;
  // Read only then: it brings half of the market, and each start waits for what is read here.
  const { checkPacks } = await import('#market/recorded/packs-check.ts');
  checkPacks(config);
}

/** Keys that can not use the bucket are known at the start, and not by the first photo. */
async function checkBucket(bucket: Config['bucket']): Promise<void> {
  if (bucket === null) return;
  // Read only then: each start waits for what is read here.
  const { BucketStore } = await import('#platform/files/bucket-store.ts');
  await new BucketStore(bucket, 'check').check();
}
