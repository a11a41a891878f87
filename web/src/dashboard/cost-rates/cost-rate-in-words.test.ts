import { describe, expect, test } from 'vitest'
import { costedInWords, modelInWords, priceInWords } from './cost-rate-in-words.ts'

const PRICE = { percentOff: null, inputCost: null, outputCost: null, unitCost: null, isFree: false }

describe('a price in words', () => {
  test.each([
    [{ percentOff: 12.5 }, '12.5% off'],
    [{ percentOff: 100, isFree: true }, 'Free'],
    [{ inputCost: '3.75', outputCost: '15' }, 'In $3.75, out $15.00 per million tokens'],
    [{ inputCost: '0.02' }, '$0.02 per million tokens'],
    [{ unitCost: '0.0000125' }, '$0.0000125 per unit'],
  ])('%o', (price, words) => {
    expect(priceInWords({ ...PRICE, ...price })).toBe(words)
  })
})

test('a rate without a model applies to all models of its provider', () => {
  expect(modelInWords({ model: null, modelProvider: 'openai' })).toBe('All models of openai')
  expect(modelInWords({ model: 'gpt-4o', modelProvider: 'openai' })).toBe('gpt-4o')
})

test.each([
  [0, 'No event waited for it'],
  [1, '1 event now has a cost'],
  [1_234, '1,234 events now have a cost'],
])('%i events that waited', (costed, words) => {
  expect(costedInWords(costed)).toBe(words)
})
