import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,client,web,scripts}/**/*.test.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
