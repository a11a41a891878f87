import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'

/**
 * Short versions of the tests that kill the service and its database under load: `npm run
 * test:faults`.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...tests.test,
    include: ['server/test/{crash,soak}/**/*.test.ts'],
    exclude: configDefaults.exclude,
  },
})
