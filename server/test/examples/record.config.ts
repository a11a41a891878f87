import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import tests from '../../../vitest.config.ts'

/** Records the examples of the API document: `npm run examples`. */
export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  test: { ...tests.test, include: ['server/test/examples/record.ts'], exclude: [] },
})
