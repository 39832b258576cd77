import { startTestCluster, type TestCluster } from './test-cluster.ts';

/**
 * One PostgreSQL for all test files of a run, as `npm test` starts it (`node --test` does with this file
 * as its global set-up). Each file makes databases of its own in it; without this each starts its own.
 */
let cluster: TestCluster | undefined;

export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster();
  process.env['TARAZU_TEST_CLUSTER'] = JSON.stringify(cluster.connection);
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
