import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,client,client-python,web,scripts}/**/*.test.ts'],
    // They need a browser: `npm run test:web`; long kills under load: `npm run test:faults`;
    // a cluster: `npm run test:citus`;
    // and long ways over bad networks: `npm run test:client:long`.
    exclude: [
      ...configDefaults.exclude,
      'web/test/**',
      'server/test/{citus,crash,soak}/**',
      'client/test/long/**',
      'client-python/tests/long/**',
    ],
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Loading the service for each file anew takes a fifth of the time.
    isolate: false,
    // For what hangs, not for what is slow: a machine may have ten times as much to do.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
