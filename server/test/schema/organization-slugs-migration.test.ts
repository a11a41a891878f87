import { expect, onTestFinished, test } from 'vitest'
import { slugOf } from '../../src/features/organizations/slug.ts'
import { migrate, migrateUpTo } from '../../src/platform/database/migrate.ts'
import { createEmptyDatabase } from '../support/database.ts'

const NAMES = [
  ...[
    'Acme Robotics, Inc.',
    'ACME robotics inc',
    'Café Ålesund',
    '株式会社',
    'Organization 1',
    'API',
  ],
  ...[
    'api-1',
    'Settings',
    '!',
    `${'long '.repeat(20)}`,
    `${'a'.repeat(31)} b`,
    '019aa5e2-7c3e',
    'x',
  ],
]

test('organizations of before get a slug each, from their name where the name allows it', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  await migrateUpTo(database.db, '0030_key_scopes')
  const idOf = (index: number) => `019aa5e2-0000-7000-8000-${String(index).padStart(12, '0')}`
  for (const [index, name] of NAMES.entries()) {
    await database.pool.query(
      `insert into organizations (id, name, created_at, updated_at)
       values ($1, $2, timestamptz '2026-01-01Z' + $3 * interval '1 minute', now())`,
      [idOf(index), name, index],
    )
  }
  await migrate(database.db)
  const { rows } = await database.pool.query('select name, slug from organizations order by id')
  const taken = new Set<string>()
  const expected = NAMES.map((name, index) => {
    const slug = slugOf(name)
    const isFirst = !taken.has(slug)
    taken.add(slug)
    return isFirst ? slug : `${slug.slice(0, 19).replace(/-+$/, '')}-${idOf(index).slice(-12)}`
  })
  expect(rows.map(({ slug }) => slug)).toEqual(expected)
  await expect(database.pool.query(`update organizations set slug = 'Not This'`)).rejects.toThrow(
    'organizations_slug_check',
  )
})
