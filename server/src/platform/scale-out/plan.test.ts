import { describe, expect, test } from 'vitest'
import { planSteps, settingsFor, shardsFor, shardsOf } from './plan.ts'
import type { PlacedTable } from './tables.ts'

const MIB = 1024 * 1024

function table(name: string, fields: Partial<PlacedTable> = {}): PlacedTable {
  const column = fields.kind === 'reference' ? null : 'owner_id'
  const now = {
    now: 'local',
    isJoined: true,
    isUnderway: false,
    shards: 0,
    bytes: 0,
    refersTo: [],
  } as const
  return { name, kind: 'distributed', column, ...now, refersTo: [], ...fields }
}

const owners = table('owners', { kind: 'reference' })
const papers = table('papers', { refersTo: ['owners'], bytes: 900 * MIB })
const pages = table('pages', { refersTo: ['papers'] })
const counters = table('counters', { kind: 'local', bytes: 900 * MIB })
const entries = table('entries', { bytes: 900 * MIB })
const moved = { now: 'distributed', shards: 6 } as const

const wanted = {
  database: 'the "books"',
  shards: 8,
  settings: settingsFor(8),
  onlineAboveBytes: 16 * MIB,
}

const plan = (tables: PlacedTable[], fields: Partial<typeof wanted> = {}) =>
  planSteps(tables, { ...wanted, ...fields })
const said = (tables: PlacedTable[]) =>
  plan(tables).map(({ kind, tables: of }) => [kind, of.map(({ name }) => name).join(' ')])

describe('what is to do', () => {
  test('large tables without foreign keys move one at a time, then all others in one transaction', () => {
    const more = table('more', { bytes: 17 * MIB })
    expect(said([owners, papers, pages, counters, entries, more])).toEqual([
      ['online', 'entries'],
      ['online', 'more'],
      ['stop', 'owners papers pages'],
      ['tidy', 'owners papers pages'],
    ])
  })

  test('rows left behind are removed from referring tables first', () => {
    expect(plan([owners, papers]).at(-1)?.statements).toEqual([
      `select truncate_local_data_after_distributing_table('public."papers"')`,
      `select truncate_local_data_after_distributing_table('public."owners"')`,
    ])
  })

  test('local tables of the coordinator get joined commits before anything moves', () => {
    const alone = table('alone', { kind: 'local', isJoined: false })
    expect(said([owners, counters, alone]).slice(0, 2)).toEqual([
      ['join', 'alone'],
      ['stop', 'owners'],
    ])
  })

  test('a large table with foreign keys, to it or from it, moves in the stop', () => {
    const referred = table('referred', { bytes: 900 * MIB })
    const child = table('child', { refersTo: ['referred'] })
    expect(said([referred, child])).toEqual([
      ['stop', 'referred child'],
      ['tidy', 'referred child'],
    ])
  })

  test('a small table moves in the stop, which costs less than an online copy', () => {
    expect(said([table('few', { bytes: 16 * MIB })])[0]).toEqual(['stop', 'few'])
  })

  test('reference tables come before the tables that refer to them, whatever their names', () => {
    const late = table('zebras', { kind: 'reference' })
    const early = table('ants', { refersTo: ['zebras'] })
    expect(said([early, late])[0]).toEqual(['stop', 'zebras ants'])
  })

  test('local tables stay', () => {
    expect(said([counters])).toEqual([])
  })
})

describe('after an interruption', () => {
  test('only tables that have not moved are planned', () => {
    expect(said([{ ...entries, ...moved, bytes: 0 }, owners])[0]).toEqual(['stop', 'owners'])
  })

  test('an interrupted online move resumes online, even if the local table is empty', () => {
    const underway = table('entries', { isUnderway: true, bytes: 0 })
    expect(said([underway])).toEqual([['online', 'entries']])
  })

  test('rows left behind are removed', () => {
    expect(said([{ ...papers, ...moved, bytes: 8_192 }])).toEqual([['tidy', 'papers']])
  })

  test('nothing is planned when everything has moved', () => {
    expect(said([{ ...papers, ...moved, bytes: 0 }, counters])).toEqual([])
  })
})

describe('shards', () => {
  const joined = table('joined_commits', { ...moved, shards: 32 })

  test('are two for each node that is planned', () => {
    expect(shardsFor(3)).toBe(6)
    expect(shardsOf([owners, papers])).toBeUndefined()
  })

  test('are as many as existing tables have, so that rows of one owner share a node', () => {
    expect(shardsOf([owners, joined, { ...papers, ...moved }, entries])).toBe(6)
  })

  test('of the always empty table are recreated when nothing else has moved', () => {
    expect(shardsOf([joined, entries])).toBeUndefined()
    expect(plan([joined])[0]?.statements).toEqual([
      `select undistribute_table('public."joined_commits"')`,
      `select create_distributed_table('public."joined_commits"', 'owner_id', shard_count => 8)`,
    ])
    expect(plan([{ ...joined, shards: 8 }])).toEqual([])
  })
})

test('names are quoted, and each statement says how many shards', () => {
  const odd = table('it"s', { bytes: 900 * MIB })
  const [step] = plan([odd])
  expect(step?.statements).toEqual([
    `select create_distributed_table_concurrently('public."it""s"', 'owner_id', shard_count => 8)`,
  ])
})

test('the stop blocks writers before it moves anything, and limits the wait for a hanging node', () => {
  const [step] = plan([owners, { ...pages, bytes: 1.5 * MIB }])
  expect(step?.statements).toEqual([
    'set local citus.enable_local_reference_table_foreign_keys = off',
    "set local citus.multi_shard_modify_mode = 'sequential'",
    'lock table public."owners", public."pages" in exclusive mode',
    "set local statement_timeout = '62s'",
    `select create_reference_table('public."owners"')`,
    `select create_distributed_table('public."pages"', 'owner_id', shard_count => 8)`,
  ])
})

test('only settings that differ are set, of the database that is named', () => {
  const settings = new Map(settingsFor(8)).set('citus.shard_count', '32')
  expect(plan([], { settings })[0]?.statements).toEqual([
    `alter database "the ""books""" set citus.shard_count = '8'`,
  ])
})
