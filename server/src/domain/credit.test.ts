import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditTaken } from './credit.ts'
import { decimal, decimalFromInteger, ZERO } from './money.ts'

test.each([
  ['100', '30', '30', 'all of it'],
  ['100', '130', '100', 'no more than is due'],
  ['100', '0', '0', 'none'],
  ['0', '30', '0', 'nothing is due'],
  ['-20', '30', '-20', 'what it owes is left to the customer'],
])('of %s due and %s of credit it takes %s: %s', (due, balance, taken) => {
  expect(creditTaken(decimal(due), decimal(balance)).toFixed()).toBe(taken)
})

test('no invoice is negative, no balance becomes negative, and nothing is lost', () => {
  const amount = fc.integer({ min: -1000, max: 1000 }).map(decimalFromInteger)
  fc.assert(
    fc.property(fc.array(amount), (dues) => {
      let [balance, billed, due] = [ZERO, ZERO, ZERO]
      for (const one of dues) {
        const taken = creditTaken(one, balance)
        balance = balance.minus(taken)
        billed = billed.plus(one.minus(taken))
        due = due.plus(one)
        expect(one.minus(taken).gte(ZERO)).toBe(true)
        expect(balance.gte(ZERO)).toBe(true)
      }
      expect(billed.minus(balance).eq(due)).toBe(true)
    }),
  )
})
