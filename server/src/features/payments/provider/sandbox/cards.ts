/** Outcomes of a test card: when it is entered, and when its saved copy is charged later. */
export type TestCard = { number: string; brand: string; now: Outcome; later: Outcome }
type Outcome = { kind: 'succeeds' } | { kind: 'declined'; reason: string; needsCustomer?: boolean }

const SUCCEEDS: Outcome = { kind: 'succeeds' }
const declined = (reason: string) => ({ kind: 'declined' as const, reason })
const ok = (number: string, brand: string): TestCard => ({
  number,
  brand,
  now: SUCCEEDS,
  later: SUCCEEDS,
})
const refusedFor = (number: string, reason: string): TestCard => ({
  ...ok(number, 'visa'),
  now: declined(reason),
  later: declined(reason),
})

const GENERIC = 'The card was declined.'

/** Test card numbers from Stripe's documentation. */
export const TEST_CARDS: readonly TestCard[] = [
  ok('4242424242424242', 'visa'),
  ok('4000056655665556', 'visa'),
  ok('5555555555554444', 'mastercard'),
  ok('2223003122003222', 'mastercard'),
  ok('5200828282828210', 'mastercard'),
  ok('5105105105105100', 'mastercard'),
  ok('378282246310005', 'amex'),
  ok('371449635398431', 'amex'),
  ok('6011111111111117', 'discover'),
  ok('6011000990139424', 'discover'),
  ok('3056930009020004', 'diners'),
  ok('36227206271667', 'diners'),
  ok('3566002020360505', 'jcb'),
  ok('6200000000000005', 'unionpay'),
  refusedFor('4000000000000002', GENERIC),
  refusedFor('4000000000009995', 'The card has insufficient funds.'),
  refusedFor('4000000000000069', 'The card has expired.'),
  refusedFor('4000000000000127', 'The security code of the card is wrong.'),
  { ...ok('4000000000000341', 'visa'), later: declined(GENERIC) },
  // Has to be confirmed whenever its saved copy is charged.
  {
    ...ok('4000002760003184', 'visa'),
    later: { ...declined('Your bank requires you to confirm this payment.'), needsCustomer: true },
  },
]

export function findTestCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number)
}

/** Verifies the Luhn check digit, which catches typing errors. */
export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const total = digits.reduce((sum, digit, position) => {
    const weighed = position % 2 === 1 ? digit * 2 : digit
    return sum + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return total % 10 === 0
}
