import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../../test/support/database.ts'
import { useOpened } from '../../../../test/support/use-app.ts'
import { newId } from '../../id.ts'
import { hashUuid } from './hash-uuid.ts'

const database = useOpened(createEmptyDatabase)

test('a UUID has the hash that PostgreSQL gives it', async () => {
  const edges = ['0', '1', '7', '8', 'f'].map((digit) =>
    '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit),
  )
  const uuids = [
    ...edges,
    ...Array.from({ length: 2_000 }, randomUUID),
    ...Array.from({ length: 100 }, newId),
  ]
  const { rows } = await database.pool.query<{ hash: number }>(
    `select uuid_hash(uuid) as hash from unnest($1::uuid[]) with ordinality as given (uuid, position)
     order by position`,
    [uuids],
  )
  expect(uuids.map(hashUuid)).toEqual(rows.map(({ hash }) => hash))
})
