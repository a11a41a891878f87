import { describe, expect, test } from 'vitest'
import { decimal } from './money.ts'
import { compareDays, compareIds, unitsOfDay } from './outcome-comparison.ts'

const outcome = (countedAs: string | null, quantity: string) => ({
  countedAs,
  quantity: decimal(quantity),
})
const idsOf = (outcomes: readonly { countedAs: string | null }[]) =>
  outcomes.map(({ countedAs }) => countedAs)

describe('ids', () => {
  const recorded = [
    outcome('a', '1'),
    outcome('a', '2'),
    outcome('b', '1'),
    outcome('void', '0'),
    outcome(null, '1'),
  ]

  test('agree, or are on one side alone; every outcome of an id counts with it', () => {
    const { agreed, onlyRecorded, onlyCounted } = compareIds(recorded, ['a', 'void', 'new'])
    expect(idsOf(agreed)).toEqual(['a', 'a'])
    expect(idsOf(onlyRecorded)).toEqual(['b', null])
    expect(onlyCounted).toEqual([
      { id: 'void', isUnbilled: true },
      { id: 'new', isUnbilled: false },
    ])
  })

  test('that are sent again count once', () => {
    const compared = compareIds(recorded, ['b', 'b', 'x', 'x', 'x'])
    expect(compared.duplicateCount).toBe(3)
    expect(idsOf(compared.agreed)).toEqual(['b'])
    expect(compared.onlyCounted).toHaveLength(1)
  })

  test('of an empty list leave all outcomes on one side, and work without units on none', () => {
    expect(compareIds(recorded, [])).toMatchObject({ agreed: [], onlyCounted: [] })
    expect(idsOf(compareIds(recorded, []).onlyRecorded)).toEqual(['a', 'a', 'b', null])
  })
})

test('a day that one side lacks has no units there', () => {
  const days = compareDays(
    new Map([['2026-03-02', decimal('2')]]),
    new Map([['2026-03-01', decimal('3')]]),
  )
  expect(JSON.parse(JSON.stringify(days))).toEqual([
    { date: '2026-03-01', recorded: '0', counted: '3' },
    { date: '2026-03-02', recorded: '2', counted: '0' },
  ])
})

describe('the units of a day', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
  const used = [
    { at: at(8), quantity: decimal('2') },
    { at: at(9), quantity: decimal('3') },
  ]
  const changes = (recorded: string, counted: string, of = used) =>
    unitsOfDay(
      { date: '2026-03-01', recorded: decimal(recorded), counted: decimal(counted) },
      of,
      at(0),
    ).map(({ at: time, quantity }) => `${time.getUTCHours()} ${quantity.toFixed()}`)

  test('leave the latest usage first', () => {
    expect(changes('5', '1')).toEqual(['9 -3', '8 -1'])
    expect(changes('5', '3')).toEqual(['9 -2'])
    expect(changes('5', '5')).toEqual([])
    expect(changes('5', '0')).toEqual(['9 -3', '8 -2'])
  })

  test('that only the other side counts are at the latest usage, or at the start of the day', () => {
    expect(changes('5', '7')).toEqual(['9 2'])
    expect(changes('0', '7', [])).toEqual(['0 7'])
  })
})
