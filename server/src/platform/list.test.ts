import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { useOpened } from '../../test/support/use-app.ts'
import { contains, listPage } from './list.ts'

const database = useOpened(createTestDatabase)

const ROWS = [
  { id: 'a', rank: 1, name: '100%_sure\\', alias: null },
  { id: 'b', rank: 1, name: 'Surely', alias: '50%' },
  { id: 'c', rank: 1, name: 'maybe', alias: 'UNSURE' },
  { id: 'd', rank: 0, name: 'never', alias: null },
]

const things = () =>
  database.db
    .selectFrom(
      sql<(typeof ROWS)[number]>`(select * from jsonb_to_recordset(${JSON.stringify(ROWS)}::jsonb)
        as rows (id text, rank int, name text, alias text))`.as('things'),
    )
    .select(['id', 'name'])

const listBy = async (orderBy: string, slice: { limit: number; offset: number }) => {
  const page = { ...slice, orderBy: sql.ref(orderBy), sortOrder: 'desc' as const }
  const { rows, total } = await listPage(things(), page)
  return { ids: rows.map(({ id }) => id), total }
}

test('neither repeats nor skips rows of equal rank from page to page, and counts all', async () => {
  const pages = [0, 1, 2, 3, 4].map((offset) => listBy('rank', { limit: 1, offset }))
  expect(await Promise.all(pages)).toEqual([
    { ids: ['c'], total: 4 },
    { ids: ['b'], total: 4 },
    { ids: ['a'], total: 4 },
    { ids: ['d'], total: 4 },
    { ids: [], total: 4 },
  ])
})

test('an order that the query has already goes first', async () => {
  const page = { orderBy: sql.ref('rank'), sortOrder: 'asc', limit: 9, offset: 0 } as const
  const { rows } = await listPage(things().orderBy(sql`length(name)`), page)
  expect(rows.map(({ name }) => name)).toEqual(['never', 'maybe', 'Surely', '100%_sure\\'])
})

test.each([
  ['SURE', ['a', 'b', 'c']],
  ['%', ['a', 'b']],
  ['0%_s', ['a']],
  ['\\', ['a']],
  ['0.*', []],
])('the searched text %j stands for itself, in any column and case', async (text, ids) => {
  const found = await things()
    .where(contains(['name', 'alias'], text))
    .orderBy('id')
    .execute()
  expect(found.map(({ id }) => id)).toEqual(ids)
})
