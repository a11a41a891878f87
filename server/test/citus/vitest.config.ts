import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import tests from '../../../vitest.config.ts'

/** Runs the tests on a cluster of PostgreSQL with Citus: `npm run test:citus`. */
export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  test: {
    ...tests.test,
    include: [
      'server/test/{analytics,citus,contract,scenarios,schema,upgrade}/**/*.test.ts',
      'server/src/{clock-round,features}/**/*.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      // These break foreign keys in legacy databases or need the test rules; a cluster has neither.
      'server/test/schema/{calls,clock-drafts,closed-sums,outbox}-migration.test.ts',
      'server/test/schema/{customer-credits,invoice-parties,rules}.test.ts',
    ],
    globalSetup: ['server/test/citus/global-setup.ts'],
    setupFiles: ['server/test/citus/visited-shards.ts', 'server/test/citus/losable-rows.ts'],
    // Three nodes do as much work as a single one on a machine three times as slow.
    testTimeout: 360_000,
    hookTimeout: 720_000,
  },
})
