import { expect, test } from 'vitest'
import { tableWrites } from './table-writes.ts'

const KNOWN = new Set(['invoices', 'usage_events', 'payments'])
const written = (source: string) => [...tableWrites(source, KNOWN).tables].sort()

test.each([
  ["db.insertInto('invoices').values(row)", 'invoices'],
  ["db\n  .updateTable('usageEvents')\n  .set(values)", 'usage_events'],
  ["tx.deleteFrom('invoices as invoice')", 'invoices'],
  ['sql`with gone as (delete from payments where id = 1) select 1`', 'payments'],
  ['sql`\n  update only invoices set status = 1`', 'invoices'],
  ['text: `insert into usage_events (id) values ($1)`', 'usage_events'],
  ['sql`MERGE INTO payments using rows on true`', 'payments'],
  ['`copy usage_events (customer_id,\n  id) from stdin`', 'usage_events'],
])('%s writes %s', (source, table) => {
  expect(written(source)).toEqual([table])
})

test.each([
  "db.selectFrom('invoices').forUpdate()",
  'sql`select from invoices for update of invoices skip locked`.execute(payments)',
  '// update invoices set status = 1',
  '/** insert into invoices */',
  "summary: 'Update an agent'",
  'copy invoices (id) to stdout',
])('%s writes nothing', (source) => {
  const { tables, unreadable } = tableWrites(source, KNOWN)
  expect([...tables, ...unreadable]).toEqual([])
})

/** A template placeholder. */
const HOLE = ['$', '{name}'].join('')

test.each([
  'db.insertInto(table).values(row)',
  `update ${HOLE} set a = 1`,
  `copy ${HOLE} from stdin`,
])('%s cannot be read', (source) => {
  expect(tableWrites(source, KNOWN).unreadable).toHaveLength(1)
})
