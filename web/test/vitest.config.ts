import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Browser tests: `npm run test:web`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['web/test/**/*.test.ts'],
    globalSetup: ['web/test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // Catches hanging tests, not slow ones: a busy machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // A page may be caught between two drawings. CI lists the tests that passed only the second time.
    retry: 1,
  },
})
