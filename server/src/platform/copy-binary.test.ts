import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { copyBinaryRows, createBinaryRows } from './copy-binary.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const decimalText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat({ max: 25 }))
  .map(([isNegative, digits, places]) => {
    const text = String(digits).padStart(places + 1, '0')
    const cut = text.length - places
    const plain = places === 0 ? text : `${text.slice(0, cut)}.${text.slice(cut)}`
    return isNegative && digits > 0n ? `-${plain}` : plain
  })
const instant = fc.integer({
  min: Date.parse('0001-01-01T00:00:00Z'),
  max: Date.parse('9999-12-31T23:59:59.999Z'),
})
const value = fc.record({
  id: fc.option(fc.uuid()),
  at: instant,
  word: fc.option(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\u0000', ''))),
  number: fc.option(decimalText),
})

test('PostgreSQL reads every value as it was written', async () => {
  const client = await database.pool.connect()
  await client.query(
    'create temp table copied (n serial, id uuid, at timestamptz, word text, number numeric)',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 50 }), async (values) => {
      await client.query('truncate copied restart identity')
      const rows = createBinaryRows(0)
      for (const { id, at, word, number } of values) {
        rows.row(4)
        rows.uuid(id)
        rows.instant(at)
        rows.text(word)
        rows.numeric(number)
      }
      const copy = 'copy copied (id, at, word, number) from stdin with (format binary)'
      await copyBinaryRows(client, copy, rows.end())
      const { rows: stored } = await client.query(
        `select id, (extract(epoch from at) * 1000)::bigint::text as at, word, number::text
         from copied order by n`,
      )
      const given = values.map((one) => ({ ...one, at: String(one.at) }))
      expect(stored).toEqual(given)
    }),
    { numRuns: 60 },
  )
  client.release()
})

test('an invalid id is refused before anything is sent', () => {
  const id = '0192f0c8-7c1e-7a3b-8f4d-5e6f7a8b9c0d'
  for (const wrong of ['not an id', id.slice(1), `${id}0`, id.replace('f', 'ƒ'), '']) {
    expect(() => createBinaryRows(0).uuid(wrong)).toThrow('is not a UUID')
  }
})
