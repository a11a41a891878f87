import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'

const database = useOpened(createTestDatabase)

test('PostgreSQL knows every time zone that the runtime lists', async () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/UTC', 'UTC', 'Zulu', 'GMT0']
  const { rows } = await database.pool.query('select lower(name) as name from pg_timezone_names')
  const known = new Set(rows.map(({ name }) => name))
  expect(zones.filter((zone) => !known.has(zone.toLowerCase()))).toEqual([])
})
