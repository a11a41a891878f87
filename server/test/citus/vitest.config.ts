import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import tests from '../../../vitest.config.ts'

/** The service on a cluster of PostgreSQL with Citus: `npm run test:citus`. */
export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  test: {
    ...tests.test,
    include: [
      'server/test/{analytics,citus,contract,scenarios,schema}/**/*.test.ts',
      'server/src/{clock-round,features}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude],
    globalSetup: ['server/test/citus/global-setup.ts'],
    // Three nodes have as much to do as one on a machine three times as slow.
    testTimeout: 360_000,
    hookTimeout: 720_000,
  },
})
