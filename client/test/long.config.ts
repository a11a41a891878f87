import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'

/** Runs the client over a bad network with a long time limit: `npm run test:client:long`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...tests.test,
    include: ['client/test/long/*.test.ts'],
    exclude: configDefaults.exclude,
    testTimeout: 600_000,
  },
})
