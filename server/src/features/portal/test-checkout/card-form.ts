import { findTestCard, passesLuhn, type TestCard } from '../../payments/provider/sandbox/cards.ts'

/** Entered values that the form shows again, except the security code. */
export type CardForm = { number: string; expiry: string; cvc: string; name: string }
export type CardField = keyof CardForm

export type CheckedCard =
  | { kind: 'card'; card: TestCard }
  | { kind: 'problem'; field: CardField; message: string }

const TYPED_MAX = 100
const NUMBER = /^\d{12,19}$/
const EXPIRY = /^(0?[1-9]|1[0-2])\s*[/-]?\s*(\d{2}|20\d{2})$/
const CENTURY = 2_000

export const EMPTY_FORM: CardForm = { number: '', expiry: '', cvc: '', name: '' }

/** Parses any posted body into texts of limited length. */
export function formOf(body: unknown): CardForm {
  const fields = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}))
  const text = (name: CardField) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim().slice(0, TYPED_MAX) : ''
  }
  return { number: text('number'), expiry: text('expiry'), cvc: text('cvc'), name: text('name') }
}

/** Validates a form as a card field would, and then that the number is a test card's. */
export function checkCard(form: CardForm, now: Date): CheckedCard {
  const problem = (field: CardField, message: string): CheckedCard => ({
    kind: 'problem',
    field,
    message,
  })
  const number = form.number.replace(/[\s-]/g, '')
  if (!NUMBER.test(number)) return problem('number', 'Enter the number of a test card.')
  if (!passesLuhn(number)) return problem('number', 'This card number is not valid; check it.')
  const expiry = EXPIRY.exec(form.expiry)
  if (!expiry) return problem('expiry', 'Enter when the card expires, as month / year.')
  if (isPast(Number(expiry[1]), Number(expiry[2]), now)) {
    return problem('expiry', 'The card has expired; enter a date in the future.')
  }
  const card = findTestCard(number)
  const codeDigits = card?.brand === 'amex' ? 4 : 3
  if (!new RegExp(`^\\d{${codeDigits}}$`).test(form.cvc)) {
    return problem('cvc', `Enter the security code: ${codeDigits} digits.`)
  }
  if (form.name === '') return problem('name', 'Enter the name on the card.')
  if (!card) {
    return problem('number', 'This is not a test card. No real card is accepted here.')
  }
  return { kind: 'card', card }
}

/** A card is valid until the last day of its month. */
function isPast(month: number, year: number, now: Date): boolean {
  const fullYear = year < CENTURY ? CENTURY + year : year
  return Date.UTC(fullYear, month, 1) <= now.getTime()
}
