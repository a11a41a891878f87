import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyPromotions,
  coversPeriod,
  drawCredit,
  type GrantKind,
  mergePromotions,
  type OpenGrant,
  type PeriodPromotion,
} from './credit.ts'
import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from './money.ts'

const MARCH = new Date('2026-03-01T00:00:00Z')
const APRIL = new Date('2026-04-01T00:00:00Z')

const grant = (grantId: string, left: string, terms: Partial<OpenGrant> = {}): OpenGrant => ({
  grantId,
  kind: 'paid',
  name: `Grant ${grantId}`,
  priority: 50,
  effectiveAt: MARCH,
  expiresAt: null,
  left: decimal(left),
  ...terms,
})

const shown = (draws: readonly { grantId: string | null; amount: Decimal }[]) =>
  draws.map(({ grantId, amount }) => [grantId, amount.toFixed()])

describe('draws', () => {
  test.each([
    ['100', '30', [['a', '30']], 'all of it'],
    ['100', '130', [['a', '100']], 'no more than is due'],
    ['100', '0', [], 'nothing of an empty grant'],
    ['100', '-5', [], 'nothing of a grant below zero'],
    ['0', '30', [], 'nothing if nothing is due'],
    ['-20', '30', [], 'nothing for a negative amount'],
    ['90000000000000', '90000000000000.01', [['a', '90000000000000']], 'huge amounts exactly'],
  ])('of %s due and %s left are %j: %s', (due, left, drawn) => {
    expect(shown(drawCredit(decimal(due), [grant('a', left)]))).toEqual(drawn)
  })

  const sooner = new Date('2026-05-01T00:00:00Z')
  const later = new Date('2026-06-01T00:00:00Z')
  test.each([
    ['a correction before paid credit', { kind: 'paid', priority: 0 }, { kind: 'correction' }],
    ['the lower priority number first', { priority: 50, expiresAt: sooner }, { priority: 49 }],
    ['the sooner expiry first', { expiresAt: later }, { expiresAt: sooner }],
    ['an expiry before none', { expiresAt: null }, { expiresAt: later }],
  ] as const)('take %s', (_, second, first) => {
    const grants = [grant('a', '5', second), grant('b', '5', first)]
    expect(shown(drawCredit(decimal('7'), grants))).toEqual([
      ['b', '5'],
      ['a', '2'],
    ])
  })

  test('take the older grant first, and credit without a grant before all', () => {
    const grants = [grant('b', '5'), grant('a', '5'), { ...grant('', '5'), grantId: null }]
    expect(shown(drawCredit(decimal('12'), grants))).toEqual([
      [null, '5'],
      ['a', '5'],
      ['b', '2'],
    ])
  })
})

test.each<[string | null, boolean, string]>([
  ['2026-03-15T00:00:00Z', true, 'in it'],
  ['2026-03-01T00:00:00Z', false, 'at its start: it was never valid in it'],
  ['2026-03-01T00:00:00.001Z', true, 'just after its start'],
  [null, true, 'never'],
])('a grant that expires at %s pays the invoice of March: %s, %s', (end, isValid, _) => {
  const times = {
    effectiveAt: new Date('2026-01-01T00:00:00Z'),
    expiresAt: end === null ? null : new Date(end),
  }
  const period = { start: MARCH, end: APRIL }
  expect(coversPeriod({ kind: 'paid', ...times }, period)).toBe(isValid)
  expect(coversPeriod({ kind: 'paid', ...times, effectiveAt: APRIL }, period)).toBe(false)
  expect(coversPeriod({ kind: 'correction', ...times, effectiveAt: APRIL }, period)).toBe(true)
})

const cents = (count: number) => decimalFromInteger(count).div(decimal('100'))

const KINDS: GrantKind[] = ['correction', 'paid', 'promotional']

const grants = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      priority: fc.integer({ min: 0, max: 3 }),
      expires: fc.option(fc.integer({ min: 1, max: 3 })),
      left: fc.integer({ min: -2, max: 12 }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map(({ expires, left, ...terms }, n) => ({
      ...grant(`id${n}`, cents(left).toFixed(), terms),
      expiresAt: expires === null ? null : new Date(APRIL.getTime() + expires),
    })),
  )

/** Draws cent by cent, each from the best grant that has one left. */
function drawNaively(due: number, open: readonly OpenGrant[]): Map<string, number> {
  const left = new Map(open.map(({ grantId, left }) => [grantId, Number(left.toFixed()) * 100]))
  const drawn = new Map<string, number>()
  for (let cent = 0; cent < due; cent++) {
    let best: OpenGrant | undefined
    for (const one of open) {
      if (Math.round(left.get(one.grantId) ?? 0) <= 0) continue
      if (best === undefined || isBefore(one, best)) best = one
    }
    if (best === undefined) return drawn
    left.set(best.grantId, (left.get(best.grantId) ?? 0) - 1)
    drawn.set(best.grantId ?? '', (drawn.get(best.grantId ?? '') ?? 0) + 1)
  }
  return drawn
}

function isBefore(a: OpenGrant, b: OpenGrant): boolean {
  if (a.kind !== b.kind) return KINDS.indexOf(a.kind) < KINDS.indexOf(b.kind)
  if (a.priority !== b.priority) return a.priority < b.priority
  const [aEnd, bEnd] = [a.expiresAt?.getTime(), b.expiresAt?.getTime()]
  if (aEnd !== bEnd) return bEnd === undefined || (aEnd !== undefined && aEnd < bEnd)
  return (a.grantId ?? '') < (b.grantId ?? '')
}

test('draws equal those of a ledger that pays cent by cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 60 }), grants, (due, open) => {
      const drawn = new Map(
        drawCredit(cents(due), open).map(({ grantId, amount }) => [
          grantId,
          Math.round(Number(amount.toFixed()) * 100),
        ]),
      )
      expect(drawn).toEqual(drawNaively(due, open))
    }),
  )
})

describe('promotional credit', () => {
  const welcome = (left: string) => grant('w', left, { kind: 'promotional' })
  const period = (periodStart: Date, amount: string, drawn: [string, string][] = []) => ({
    periodStart,
    amount: decimal(amount),
    drawn: drawn.map(([grantId, taken]) => ({ grantId, name: 'x', amount: decimal(taken) })),
  })
  const applied = (...args: Parameters<typeof applyPromotions>) => {
    const promotions = applyPromotions(...args)
    return {
      total: promotions.promotionTotal.toFixed(),
      of: promotions.applied.map(({ grantId, amount, periodStart }) => [
        grantId,
        amount.toFixed(),
        periodStart.getUTCMonth() + 1,
      ]),
    }
  }

  test('is drawn for the periods in their order', () => {
    expect(applied([period(MARCH, '20'), period(APRIL, '20')], [welcome('30')])).toEqual({
      total: '30',
      of: [
        ['w', '20', 3],
        ['w', '10', 4],
      ],
    })
  })

  test('returns to the grants of a corrected period before the customer gets anything', () => {
    const corrected = period(MARCH, '-20', [
      ['w', '5'],
      ['v', '12'],
    ])
    expect(applied([corrected], [])).toEqual({
      total: '-17',
      of: [
        ['v', '-12', 3],
        ['w', '-5', 3],
      ],
    })
  })

  test('that returned is drawn again for the other periods, but not for what is left of a correction', () => {
    const corrected = period(MARCH, '-20', [['w', '5']])
    expect(applied([corrected, period(APRIL, '18')], [welcome('0')])).toEqual({
      total: '-2',
      of: [
        ['w', '-5', 3],
        ['w', '3', 4],
      ],
    })
    expect(applied([corrected, period(APRIL, '10')], [welcome('9')])).toEqual({
      total: '-5',
      of: [['w', '-5', 3]],
    })
  })
})

test('promotional credit is never lost, never below zero, and becomes no money', () => {
  const amounts = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 3, maxLength: 3 })
  const starts = [MARCH, APRIL, new Date('2026-05-01T00:00:00Z')]
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 8 }), grants, (invoices, all) => {
      let open = all.map((one) => ({ ...one, left: one.left.abs() }))
      const granted = new Map(open.map(({ grantId, left }) => [grantId, left]))
      const drawn: PeriodPromotion[] = []
      for (const amounts of invoices) {
        const periods = amounts.map((amount, n) => {
          const periodStart = starts[n] ?? MARCH
          const own = drawn.filter((one) => one.periodStart === periodStart)
          return { periodStart, amount: cents(amount), drawn: own }
        })
        const { applied, promotionTotal } = applyPromotions(periods, open)
        const subtotal = sum(periods.map(({ amount }) => amount))
        const taxable = subtotal.minus(promotionTotal)
        drawn.push(...applied)
        open = open.map((one) => {
          const own = mergePromotions(applied).find(({ grantId }) => grantId === one.grantId)
          return { ...one, left: one.left.minus(own?.amount ?? ZERO) }
        })
        for (const { grantId, left } of open) {
          const used = mergePromotions(drawn).find((one) => one.grantId === grantId)
          expect(left.gte(ZERO)).toBe(true)
          expect(left.plus(used?.amount ?? ZERO).eq(granted.get(grantId) ?? ZERO)).toBe(true)
        }
        // An invoice gives back no money that was promotional credit of the corrected period.
        const money = periods.map(({ amount, drawn: own }) => {
          const paid = amount.neg().minus(sum(own.map((one) => one.amount)))
          return paid.gt(ZERO) ? paid : ZERO
        })
        if (taxable.lt(ZERO)) expect(taxable.neg().lte(sum(money))).toBe(true)
        else expect(promotionTotal.lte(subtotal)).toBe(true)
      }
    }),
  )
})
