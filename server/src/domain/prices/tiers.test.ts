import { describe, expect, test } from 'vitest'
import { parseTiers } from './pricing.ts'

describe('parseTiers', () => {
  const good = [
    { lower: 0, upper: 100, rate: 0.1 },
    { lower: 100, upper: null, rate: '0.05' },
  ]

  test('accepts both JSON numbers and decimal text', () => {
    const result = parseTiers(good, 'graduated')
    expect(JSON.stringify(result)).toBe(
      '{"ok":true,"tiers":[{"lower":"0","upper":"100","rate":"0.1","flatFee":"0"},' +
        '{"lower":"100","upper":null,"rate":"0.05","flatFee":"0"}]}',
    )
  })

  test.each([
    ['one tier without end', [{ lower: 0, upper: null, rate: 1 }]],
    [
      'a free tier',
      [
        { lower: 0, upper: 10, rate: 0 },
        { lower: 10, upper: null, rate: 1 },
      ],
    ],
    [
      'the same bound written twice',
      [
        { lower: '0.0', upper: 10, rate: 1 },
        { lower: '10.00', upper: null, rate: 1 },
      ],
    ],
    [
      'fractional bounds',
      [
        { lower: 0, upper: 0.5, rate: 1 },
        { lower: '0.5', upper: null, rate: 1 },
      ],
    ],
    [
      'rates that rise',
      [
        { lower: 0, upper: 1, rate: 1 },
        { lower: 1, upper: null, rate: 2 },
      ],
    ],
  ])('takes %s', (_, input) => {
    expect(parseTiers(input, 'graduated').ok).toBe(true)
  })

  test.each([
    ['nothing', undefined, 'tiers must be a list like [{"lower": 0,'],
    ['null', null, 'tiers must be a list'],
    ['an empty list', [], 'tiers must be a list'],
    ['an object', { lower: 0, upper: null, rate: 1 }, 'tiers must be a list'],
    ['JSON text', JSON.stringify(good), 'tiers must be a list'],
    ['a tier that is null', [null], 'tiers[0] must be an object like {"lower": 0,'],
    ['a tier that is a list', [[0, null, 1]], 'tiers[0] must be an object like'],
    ['a missing rate', [{ lower: 0, upper: null }], 'tiers[0].rate is missing: send a number'],
    [
      'a missing upper',
      [{ lower: 0, rate: 1 }],
      'tiers[0].upper is missing: send a number, or null in the last tier',
    ],
    [
      'a null lower',
      [{ lower: null, upper: null, rate: 1 }],
      'tiers[0].lower must be a decimal number: send a number like 0.01 or text like "0.01"',
    ],
    [
      'a rate that is true',
      [{ lower: 0, upper: null, rate: true }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a rate in words',
      [{ lower: 0, upper: null, rate: 'free' }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'an empty rate',
      [{ lower: 0, upper: null, rate: '' }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a rate with an exponent',
      [{ lower: 0, upper: null, rate: '1e-3' }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a rate that is not finite',
      [{ lower: 0, upper: null, rate: Number.POSITIVE_INFINITY }],
      'tiers[0].rate must be a decimal number',
    ],
    [
      'a negative rate',
      [{ lower: 0, upper: null, rate: -1 }],
      'tiers[0].rate must be 0 or more, not -1',
    ],
    [
      'a number that JSON cannot hold',
      [
        { lower: 0, upper: 2 ** 53, rate: 1 },
        { lower: 2 ** 53, upper: null, rate: 1 },
      ],
      'tiers[0].upper is too large for an exact JSON number: send it as text, in quotes',
    ],
    [
      'a misspelt field',
      [{ lower: 0, upTo: 10, rate: 1 }],
      'tiers[0].upTo is not a field of a tier: send only lower, upper, rate and flatFee',
    ],
    [
      'a first tier from 1',
      [{ lower: 1, upper: null, rate: 1 }],
      'tiers[0].lower must be 0, the first tier starts at 0; not 1',
    ],
    [
      'a gap',
      [
        { lower: 0, upper: 100, rate: 1 },
        { lower: 101, upper: null, rate: 1 },
      ],
      'tiers[1].lower must be 100, the upper of tiers[0], so that no quantity has no price or two (a tier is above its lower, up to and including its upper); not 101',
    ],
    [
      'an overlap',
      [
        { lower: 0, upper: 100, rate: 1 },
        { lower: 99.5, upper: null, rate: 1 },
      ],
      'tiers[1].lower must be 100, the upper of tiers[0]',
    ],
    [
      'tiers out of order',
      [
        { lower: 100, upper: null, rate: 1 },
        { lower: 0, upper: 100, rate: 1 },
      ],
      'tiers[0].lower must be 0',
    ],
    [
      'an empty tier',
      [
        { lower: 0, upper: 0, rate: 1 },
        { lower: 0, upper: null, rate: 1 },
      ],
      'tiers[0].upper must be above its lower 0, not 0',
    ],
    [
      'a tier that ends before it starts',
      [
        { lower: 0, upper: 10, rate: 1 },
        { lower: 10, upper: 5, rate: 1 },
        { lower: 5, upper: null, rate: 1 },
      ],
      'tiers[1].upper must be above its lower 10, not 5',
    ],
    [
      'a last tier with an end',
      [{ lower: 0, upper: 100, rate: 1 }],
      'tiers[0].upper must be null: the last tier has no end, so every quantity has a price',
    ],
    [
      'a tier without end in the middle',
      [
        { lower: 0, upper: null, rate: 1 },
        { lower: 10, upper: null, rate: 1 },
      ],
      'tiers[0].upper must be a number, only the last tier may have null: send the lower of tiers[1]',
    ],
  ])('refuses %s', (_, input, problem) => {
    const result = parseTiers(input, 'graduated')
    expect(result.ok ? 'taken' : result.problems.join('; ')).toContain(problem)
  })

  test('names each number that is wrong, of every tier', () => {
    const input = [
      { lower: 0, upper: 'ten', rate: -1 },
      { lower: 10, upper: null },
    ]
    const result = parseTiers(input, 'graduated')
    expect(result.ok ? [] : result.problems).toEqual([
      expect.stringContaining('tiers[0].upper must be a decimal number'),
      'tiers[0].rate must be 0 or more, not -1',
      'tiers[1].rate is missing: send a number',
    ])
  })

  test.each([
    ['one tier', [{ lower: 0, upper: null, rate: 1 }]],
    [
      'three tiers',
      [
        ...good.slice(0, 1),
        { lower: 100, upper: 200, rate: 1 },
        { lower: 200, upper: null, rate: 1 },
      ],
    ],
  ])('refuses a credit pool of %s', (_, input) => {
    const result = parseTiers(input, 'credit_pool')
    expect(result.ok ? 'taken' : result.problems.join('; ')).toBe(
      'tiers of a credit_pool must be exactly two, the pool and the overage: ' +
        '[{"lower": 0, "upper": <pool size>, "rate": <price of the pool>}, ' +
        '{"lower": <pool size>, "upper": null, "rate": <price per unit after the pool>}]',
    )
  })
})
