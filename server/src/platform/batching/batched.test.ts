import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { decimal } from '../../domain/money.ts'
import type { Db } from '../database.ts'
import { answersTo, askedRows } from './asked-rows.ts'
import { batched, batchedByKey } from './batched.ts'
import { forAll } from './for-all.ts'
import { jsonRows } from './json-rows.ts'

const database = useOpened(createTestDatabase)

const inTransaction = <Result>(work: (tx: Db) => Promise<Result>) =>
  database.db.transaction().execute(work)

/** Creates a batched function that doubles numbers, and records the keys of each statement. */
function createDoubling() {
  const statements: number[][] = []
  const ask = async (db: Db, keys: readonly number[]) => {
    statements.push([...keys])
    const rows = askedRows(keys, { key: ['integer', (key) => key] })
    const answer = await sql<{ nth: string; double: number }>`
      select asked.nth, 2 * asked.key as double from ${rows} order by random()`.execute(db)
    return answersTo(keys, answer.rows).map(([row]) => row?.double)
  }
  return { statements, ask }
}

test('concurrent calls in a transaction are one statement, and each gets its answer', async () => {
  const { statements, ask } = createDoubling()
  const double = batched(ask)
  const answers = await inTransaction((tx) => forAll([1, 2, 2], (n) => double(tx, n)))
  expect(answers).toEqual([2, 4, 4])
  expect(statements).toEqual([[1, 2, 2]])
})

test('a later call is not answered from a cache', async () => {
  const { statements, ask } = createDoubling()
  const double = batched(ask)
  await inTransaction(async (tx) => {
    await double(tx, 1)
    await double(tx, 1)
  })
  expect(statements).toEqual([[1], [1]])
})

test('two transactions, and calls outside of them, are not batched together', async () => {
  const { statements, ask } = createDoubling()
  const double = batched(ask)
  await Promise.all([
    inTransaction((tx) => double(tx, 1)),
    inTransaction((tx) => double(tx, 2)),
    double(database.db, 3),
    double(database.db, 4),
  ])
  expect(statements.toSorted()).toEqual([[1], [2], [3], [4]])
})

test('identical keys are asked for once', async () => {
  const { statements, ask } = createDoubling()
  const double = batchedByKey(String, ask)
  const answers = await inTransaction((tx) => forAll([7, 8, 7], (n) => double(tx, n)))
  expect(answers).toEqual([14, 16, 14])
  expect(statements).toEqual([[7, 8]])
})

test('a failing statement fails all calls that wait for it', async () => {
  const failing = batched(async (db: Db, keys: readonly number[]) => {
    await sql`select 1 / 0`.execute(db)
    return keys
  })
  const asked = inTransaction((tx) => forAll([1, 2], (n) => failing(tx, n)))
  await expect(asked).rejects.toThrow('division by zero')
})

test('forAll waits for all items and throws the first error', async () => {
  const done: string[] = []
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>()
  const all = forAll(['first', 'second', 'third'], async (name) => {
    if (name === 'second') throw new Error('the cause')
    await slow
    done.push(name)
    if (name === 'third') throw new Error('what follows from it')
  })
  goOn()
  await expect(all).rejects.toThrow('the cause')
  expect(done).toEqual(['first', 'third'])
})

test('work in progress when its transaction fails writes nothing outside of it', async () => {
  let late: Promise<unknown> | undefined
  const failed = inTransaction(async (tx) => {
    late = afterTurns(100).then(() => sql`select 1`.execute(tx))
    late.catch(() => undefined)
    throw new Error('the cause')
  })
  await expect(failed).rejects.toThrow('the cause')
  await expect(late).rejects.toThrow('has ended')
})

/** Waits until the rollback has been sent, but PostgreSQL cannot have answered it yet. */
async function afterTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await null
}

test('rows passed as one parameter are stored unchanged', async () => {
  const at = new Date('2026-03-01T12:34:56.789Z')
  const amount = decimal('12345678901234567890.0000000001')
  await inTransaction(async (tx) => {
    await sql`
      create temporary table trial (some_name text, amount numeric, at timestamptz, list jsonb,
        nothing text)`.execute(tx)
    const rows = [
      { someName: 'a "quoted" \\ {text}', amount, at, list: [{ rate: amount }], nothing: null },
      { someName: 'half a \ud83d pair', amount, at, list: [], nothing: null },
    ]
    const { columns, json } = jsonRows(rows)
    await sql`
      insert into trial (${columns})
      select ${columns} from json_populate_recordset(null::trial, ${json})`.execute(tx)
    const stored = await sql`select * from trial`.execute(tx)
    expect(stored.rows).toEqual([
      { ...rows[0], list: [{ rate: amount.toFixed() }] },
      { ...rows[1], someName: 'half a \ufffd pair' },
    ])
    const asked = askedRows(rows, {
      someName: ['text', ({ someName }) => someName],
      amount: ['numeric', (row) => row.amount],
      at: ['timestamptz', (row) => row.at],
      nothing: ['text', ({ nothing }) => nothing],
      isFirst: ['boolean', (row) => row === rows[0]],
    })
    const answer = await sql<{ nth: string }>`select asked.* from ${asked}`.execute(tx)
    expect(answersTo(rows, answer.rows)[0]).toEqual([
      { someName: rows[0]?.someName, amount, at, nothing: null, isFirst: true },
    ])
  })
})
