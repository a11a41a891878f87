import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'

/** Runs both clients over a bad network with a long time limit: `npm run test:client:long`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...tests.test,
    include: ['client/test/long/*.test.ts', 'client-python/tests/long/*.test.ts'],
    exclude: configDefaults.exclude,
    testTimeout: 600_000,
  },
})
