import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { decimal, isDecimal } from '../../domain/money.ts'
import { type Db, runIn } from '../database.ts'

let db: Db
const database = useOpened(createTestDatabase)
beforeAll(async () => {
  db = database.db
})

test('names are in camel case here and in snake case in the database', () => {
  const { sql: text } = db
    .selectFrom('invoiceLines as ofInvoice')
    .select(['ofInvoice.daysBefore', 'ofInvoice.periodStart as fromDay'])
    .where('ofInvoice.customerId', '=', 'x')
    .compile()
  expect(text).toBe(
    'select "of_invoice"."days_before", "of_invoice"."period_start" as "from_day" ' +
      'from "invoice_lines" as "of_invoice" where "of_invoice"."customer_id" = $1',
  )
})

test('every name of the schema survives conversion in both directions', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct name from (
       select table_name as name from information_schema.columns where table_schema = 'public'
       union select column_name from information_schema.columns where table_schema = 'public') names`,
  )
  expect(rows.length).toBeGreaterThan(200)
  for (const { name } of rows) {
    const answer = await db.selectNoFrom(sql.lit(1).as(name)).executeTakeFirstOrThrow()
    const [here = ''] = Object.keys(answer)
    expect(db.selectNoFrom(sql.lit(1).as(here)).compile().sql).toBe(`select 1 as "${name}"`)
  }
})

test('rows of plain SQL have names in camel case, and keys inside of json stay as they are', async () => {
  const { rows } = await sql`
    select 1 as period_start, '{"as_sent": {"so_too": 1}}'::jsonb as usage_data,
      '[{"in_a_list": 1}]'::json as other_data`.execute(db)
  expect(rows).toEqual([
    { periodStart: 1, usageData: { as_sent: { so_too: 1 } }, otherData: [{ in_a_list: 1 }] },
  ])
})

test.each(['0', '-0.000000000000000000000000000001', '1000000000000000000000000000000.5', '12.50'])(
  'a numeric of %s is exact on both ways, alone and in a list',
  async (text) => {
    const sent = decimal(text)
    const { rows } = await sql<{ alone: unknown; isSame: boolean }>`
      select ${sent}::numeric as alone,
        ${text}::numeric = all(${[sent, sent]}::numeric[]) as is_same`.execute(db)
    expect(isDecimal(rows[0]?.alone)).toBe(true)
    expect(String(rows[0]?.alone)).toBe(sent.toFixed())
    expect(rows[0]?.isSame).toBe(true)
  },
)

test('a quote in a name stays inside of the name', () => {
  expect(db.selectNoFrom(sql.lit(1).as('a"b')).compile().sql).toBe('select 1 as "a""b"')
})

test('a bare statement keeps the names of the database, also in a transaction', async () => {
  const statement = { name: 'bare', text: 'select 1 as period_start', values: [] }
  const answer = await db.transaction().execute((tx) => runIn(tx)(statement))
  expect(answer).toMatchObject({ rows: [{ period_start: 1 }] })
})
