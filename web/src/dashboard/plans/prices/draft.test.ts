import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import {
  draftOf,
  isChanged,
  isPriceable,
  type Kind,
  newDraft,
  problemsOf,
  toUpsert,
  withKind,
} from './draft.ts'
import { generalProblem, problemsByDraft } from './server-problems.ts'
import { tierRow } from './tiers.ts'

const ALL = { isAll: true }
const STRATEGY = {
  id: 'strategy',
  planId: 'plan',
  name: 'Tickets',
  chargeType: 'usage',
  pricingModel: 'graduated',
  signalId: 'signal',
  rate: null,
  packageSize: null,
  tiers: [
    { lower: 0, upper: 1000, rate: 0, flatFee: 20 },
    { lower: 1000, upper: null, rate: 1.25e-7, flatFee: 0 },
  ],
  billTiming: null,
  isActive: true,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as const

test('an untouched price is not changed, and converts back to the loaded one', () => {
  const draft = draftOf({ ...STRATEGY, tiers: [...STRATEGY.tiers], prices: [] })
  expect(isChanged(draft, draft)).toBe(false)
  expect(toUpsert(draft)).toEqual({
    id: 'strategy',
    name: 'Tickets',
    chargeType: 'usage',
    pricingModel: 'graduated',
    signalId: 'signal',
    tiers: [
      { lower: '0', upper: '1000', rate: '0', flatFee: '20' },
      { lower: '1000', upper: null, rate: '0.000000125' },
    ],
    isActive: true,
  })
})

test.each<[Kind, object]>([
  ['flat', { chargeType: 'usage', pricingModel: 'flat', rate: '0.9', signalId: null }],
  ['recurring', { chargeType: 'recurring', rate: '0.9', billTiming: 'arrears' }],
  ['seat_based', { chargeType: 'seat_based', rate: '0.9', billTiming: 'arrears' }],
  ['onetime', { chargeType: 'onetime', rate: '0.9' }],
])('%s is sent with its rate and no tiers', (kind, sent) => {
  expect(toUpsert(newDraft({ kind, rate: ' 0.9 ' }))).toEqual({ ...sent, isActive: true })
})

test('a package is sent with its rate and its size, which is a whole number', () => {
  const draft = newDraft({ kind: 'package', rate: '5', packageSize: ' 1000 ' })
  const sent = { chargeType: 'usage', pricingModel: 'package', rate: '5', packageSize: '1000' }
  expect(toUpsert(draft)).toEqual({ ...sent, signalId: null, isActive: true })
  const problem = { packageSize: 'Enter a whole number from 1' }
  for (const packageSize of ['0', '1.5', '-1', 'x'])
    expect(problemsOf({ ...draft, packageSize }, { isAll: false })).toEqual(problem)
})

test('a pool has no flat fees', () => {
  const tiers = [tierRow('10', '1', '5'), tierRow('', '3', '7')]
  expect(toUpsert(withKind(newDraft({ tiers }), 'credit_pool')).tiers).toEqual([
    { lower: '0', upper: '10', rate: '1' },
    { lower: '10', upper: null, rate: '3' },
  ])
})

describe('a missing value', () => {
  test('is not reported while the user is typing', () => {
    const draft = newDraft({ kind: 'graduated' })
    expect(problemsOf(draft, { isAll: false })).toEqual({})
    expect(Object.keys(problemsOf(draft, ALL)).toSorted()).toEqual([
      'signalId',
      'tiers[0].rate',
      'tiers[0].upper',
      'tiers[1].rate',
    ])
  })

  test('is reported for the signal of usage, the name of a saved price, and the rate', () => {
    expect(Object.keys(problemsOf(newDraft({ kind: 'recurring' }), ALL))).toEqual(['rate'])
    const saved = newDraft({ id: 'x', kind: 'recurring', rate: '1' })
    expect(Object.keys(problemsOf(saved, ALL))).toEqual(['name'])
  })

  test('of the signal does not prevent a preview', () => {
    expect(isPriceable(newDraft({ rate: '1' }))).toBe(true)
    expect(isPriceable(newDraft({ rate: '' }))).toBe(false)
  })
})

test('a change of kind keeps typed values, and a pool has two tiers', () => {
  const tiers = [tierRow('10', '1'), tierRow('20', '2'), tierRow('', '3')]
  const pool = withKind(newDraft({ kind: 'graduated', tiers, rate: '7' }), 'credit_pool')
  expect(pool.tiers.map(({ rate }) => rate)).toEqual(['1', '3'])
  expect(withKind(pool, 'flat').rate).toBe('7')
})

describe('a refusal', () => {
  const refused = (...messages: string[]) =>
    new ApiError({ status: 400, code: 'invalid', messages })

  test('is assigned to the price and the field that it names', () => {
    const error = refused(
      '[1].tiers[0].upper must be at most 1000000000000000',
      'strategies[0].rate has more digits than a JSON number keeps: send at most 15',
      '[1] must be an object',
    )
    const found = problemsByDraft(error, ['a', 'b'])
    expect(found.get('a')).toEqual({
      rate: 'Has more digits than a JSON number keeps: send at most 15',
    })
    expect(found.get('b')).toEqual({
      'tiers[0].upper': 'Must be at most 1000000000000000',
      '': 'Must be an object',
    })
    expect(generalProblem(error)).toBeNull()
  })

  test('without a position concerns all prices', () => {
    const error = refused('This plan already prices one of these signals')
    expect(problemsByDraft(error, ['a']).size).toBe(0)
    expect(generalProblem(error)).toBe(error)
  })
})
