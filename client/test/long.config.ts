import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'

/** The client over a bad network for as long as it takes: `npm run test:client:long`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...tests.test,
    include: ['client/test/long/*.test.ts'],
    exclude: configDefaults.exclude,
    testTimeout: 600_000,
  },
})
