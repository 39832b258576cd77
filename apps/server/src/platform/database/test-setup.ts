import { startTestCluster, type TestCluster } from './test-cluster.ts';

/**
 * One PostgreSQL for all test files of a run, as `npm test` starts it and as `node --test --test-global-setup=…`
 * of this file would; each file makes databases of its own in it. Without this each file starts its own.
 */
let cluster: TestCluster | undefined;

export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster();
  process.env['TARAZU_TEST_CLUSTER'] = JSON.stringify(cluster.connection);
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
