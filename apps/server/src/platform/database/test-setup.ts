import { startTestCluster, type TestCluster } from './test-cluster.ts';

/**
 * `node --test --test-global-setup=apps/server/src/platform/database/test-setup.ts
 * …` starts one PostgreSQL for all test files of the run; each file makes
 * databases of its own in it. Without this each file starts its own.
 */
let cluster: TestCluster | undefined;

export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster();
  process.env['TARAZU_TEST_CLUSTER'] = JSON.stringify(cluster.connection);
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
