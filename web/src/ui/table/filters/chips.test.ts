import { expect, test, vi } from 'vitest'
import { chipsOf, rangeTexts } from './chips.ts'

test('a filter that is not set has no chip, and the chip of one that is takes away it alone', () => {
  const onPick = vi.fn()
  const chips = chipsOf({ search: 'Name: acme', status: undefined }, onPick)
  expect(chips.map(({ label }) => label)).toEqual(['Name: acme'])
  chips[0]?.onRemove()
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ search: undefined })
})

test('a range with a name hides the days beside it, which do not filter', () => {
  expect(rangeTexts({ range: '30d', from: '2026-01-01', to: '2026-01-31' })).toEqual({
    range: 'Last 30 days',
    from: undefined,
    to: undefined,
  })
  expect(rangeTexts({ from: '2026-01-01' })).toMatchObject({ from: 'From 1 Jan 2026' })
})
