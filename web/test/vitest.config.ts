import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests in a browser: `npm run test:web`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['web/test/**/*.test.ts'],
    globalSetup: ['web/test/support/global-setup.ts'],
    pool: 'forks',
    // The browser and PostgreSQL need the other half of a small machine.
    maxWorkers: 1,
    // For what hangs, not for what is slow: a machine may have ten times as much to do.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
