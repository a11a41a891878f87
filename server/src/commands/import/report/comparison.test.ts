import { describe, expect, test } from 'vitest'
import { createComparison } from './comparison.ts'

const row = { number: 2, service: 'openai/gpt-4o' }

describe('comparing costs with recorded ones', () => {
  test.each([
    ['0.0312930000', '0.031293'],
    ['0.0311310000', '0.031131000000000002'],
    ['0.0000150000', '1.5e-05'],
    ['0.0000000000', '0'],
    ['0.0000000010', '0'],
  ])('%s agrees with %s', (computed, recorded) => {
    const comparison = createComparison()
    comparison.add({ ...row, computed, recorded })
    expect(comparison.counts()).toEqual({ agree: 1, differ: 0, unreadable: 0 })
  })

  test('counts values that are not numbers separately', () => {
    const comparison = createComparison()
    comparison.add({ ...row, computed: '1.0000000000', recorded: '' })
    comparison.add({ ...row, computed: '1.0000000000', recorded: 'n/a' })
    expect(comparison.counts()).toEqual({ agree: 0, differ: 0, unreadable: 2 })
  })

  test('groups different costs by model with their most frequent ratio', () => {
    const comparison = createComparison()
    const add = (number: number, computed: string, recorded: string) =>
      comparison.add({ ...row, number, computed, recorded })
    add(9, '0.5000000000', '1')
    add(3, '2.0000000000', '4')
    add(4, '1.0000000000', '3')
    add(5, '1.0000000000', '0')
    const [group, ...others] = comparison.disagreements()
    expect(others).toEqual([])
    expect(group).toMatchObject({
      service: 'openai/gpt-4o',
      count: 4,
      recordedZero: 1,
      typicalRatio: { ratio: '0.5000', count: 2 },
      firstRows: [3, 4, 5, 9],
    })
    expect([group?.computed.toFixed(), group?.recorded.toFixed()]).toEqual(['4.5', '8'])
  })
})
