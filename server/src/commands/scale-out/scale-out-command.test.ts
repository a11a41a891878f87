import { expect, test } from 'vitest'
import { runHere } from '../../../test/support/run-here.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { newId } from '../../platform/id.ts'
import { advice } from './status.ts'

const t = useTestApp()

const run = (...args: string[]) => runHere(t.database.url, 'scale-out', ...args)

const everything = async () =>
  (
    await t.database.pool.query(
      `select array(select relname || relfilenode from pg_class order by 1) as relations,
         (select setconfig from pg_db_role_setting where setdatabase =
           (select oid from pg_database where datname = current_database())) as settings`,
    )
  ).rows

test.each([[[]], [['--dry-run']], [['status']], [['isolate', newId()]]])(
  'without Citus, scale-out %s says what is missing and changes nothing',
  async (args) => {
    const before = await everything()
    const { code, output, errors } = await run(...args)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(
      /^This database cannot scale out yet; nothing was changed:\n {2}.*Citus.*\n$/,
    )
    expect(await everything()).toEqual(before)
  },
)

test('an invalid number of nodes is refused', async () => {
  const { code, errors } = await run('--nodes', '-1')
  expect(code).toBe(1)
  expect(errors).toContain('whole number')
})

test.each(['--nodes', '--processes'])('an invalid number is refused for %s', async (option) => {
  const { code, errors } = await run(option, '0')
  expect(code).toBe(1)
  expect(errors).toContain('at least 1')
})

const [NODE, OTHER] = ['a:5432', 'b:5432'].map((node) => ({
  node,
  shards: 4,
  rows: 10,
  bytes: 1,
  isAway: false,
}))
const busy = (share: number) => ({ id: 'the-customer', name: 'Acme', events: 10, share })

test('the status names customers that are too large for a node, and recommended moves', () => {
  if (!NODE || !OTHER) throw new Error('there are two')
  const move = { shards: 31, bytes: 3 * 1024 * 1024, from: NODE.node, to: OTHER.node }
  expect(advice([NODE, OTHER], [busy(0.51)], [move])).toEqual([
    expect.stringContaining('piecework scale-out isolate the-customer'),
    '31 shards of 3.0 MiB together should move from a:5432 to b:5432',
    'Start the moves: select citus_rebalance_start()',
  ])
  expect(advice([NODE, OTHER], [busy(0.5)], [])).toEqual([
    'The nodes are level; nothing is to move',
  ])
  // With a single node, isolating a customer is never advised.
  expect(advice([NODE], [busy(1)], [])).toHaveLength(1)
})
