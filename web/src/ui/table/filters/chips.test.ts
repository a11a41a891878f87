import { expect, test, vi } from 'vitest'
import { chipsOf, rangeTexts } from './chips.ts'

test('only active filters have a chip, and a chip removes only its own filter', () => {
  const onPick = vi.fn()
  const chips = chipsOf({ search: 'Name: acme', status: undefined }, onPick)
  expect(chips.map(({ label }) => label)).toEqual(['Name: acme'])
  chips[0]?.onRemove()
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ search: undefined })
})

test('a named range overrides single days', () => {
  expect(rangeTexts({ range: '30d', from: '2026-01-01', to: '2026-01-31' })).toEqual({
    range: 'Last 30 days',
    from: undefined,
    to: undefined,
  })
  expect(rangeTexts({ from: '2026-01-01' })).toMatchObject({ from: 'From 1 Jan 2026' })
})
