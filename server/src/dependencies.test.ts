import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { parseConfig } from './config.ts'
import { createDependencies } from './dependencies.ts'
import { createLog } from './platform/log.ts'

test('dependencies that cannot be built are closed as far as they were opened', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query('alter table catalog_entries rename to away')
  const parsed = parseConfig({ LOG_LEVEL: 'silent', PIECEWORK_SECRET: 'x'.repeat(32) })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const building = createDependencies({
    config: parsed.config,
    url: database.url,
    log: createLog('silent'),
    now: () => new Date(),
  })
  await expect(building).rejects.toThrow('catalog_entries')
  const countOthers = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query <> ''`,
    )
    return rows[0].others
  }
  // PostgreSQL ends a session shortly after its connection closes.
  await expect.poll(countOthers).toBe(0)
})
