import { COST_DIMENSIONS, type CostDimension } from '../../../domain/cost.ts'
import { type Decimal, decimal } from '../../../domain/money.ts'

/** The rates of each used dimension, from the catalog price or the own rate with this id. */
export type UsedPrice = {
  priceId: string
  /** True for an LLM without any tokens. */
  isWithoutTokens?: boolean
  /** True if the customer paid for the service. The record alone may be older than this meaning. */
  isPaidByCustomer?: boolean
  rates: readonly { dimension: CostDimension; rate: Decimal }[]
}

/** Stands for the price of a service that the customer pays for, and whose model is unknown. */
export const NO_PRICE = '00000000-0000-0000-0000-000000000000'

const LETTERS = {
  input: 'i',
  output: 'o',
  cache_read: 'r',
  cache_write: 'w',
  cache_write_1h: 'h',
  quantity: 'q',
} as const satisfies Record<CostDimension, string>
const DIMENSIONS: ReadonlyMap<string, CostDimension> = new Map(
  COST_DIMENSIONS.map((dimension) => [LETTERS[dimension], dimension]),
)
const ID_LENGTH = 22
const WITHOUT_TOKENS = '.'
const PAID_BY_CUSTOMER = '!'
const RATES = /([iorwhq])(\d+)(?:e-(\d+))?/g

/**
 * Formats the prices of an event as text. Each service, in order, has the price id in base64url and
 * its rates, as in `AZql4nw-fU6jxC8fbz-aEAi25e-7o1e-5`. Together with the usage in the record, this
 * determines the cost, even if the catalog changes. A service that the customer pays for has an
 * exclamation mark before its rates. An LLM without any tokens has a dot instead of rates. No other
 * text contains a dot, so an index finds these events by it.
 */
export function pricesToText(prices: readonly UsedPrice[]): string {
  return prices
    .map(({ priceId, isWithoutTokens, isPaidByCustomer, rates }) => {
      let text = idText(priceId)
      if (isPaidByCustomer) text += PAID_BY_CUSTOMER
      if (isWithoutTokens) text += WITHOUT_TOKENS
      for (const { dimension, rate } of rates) text += LETTERS[dimension] + rateText(rate)
      return text
    })
    .join(' ')
}

export function pricesFromText(text: string): UsedPrice[] {
  if (text === '') return []
  return text.split(' ').map((one) => ({
    priceId: idFromText(one.slice(0, ID_LENGTH)),
    ...(one.endsWith(WITHOUT_TOKENS) && { isWithoutTokens: true }),
    ...(one[ID_LENGTH] === PAID_BY_CUSTOMER && { isPaidByCustomer: true }),
    rates: [...one.slice(ID_LENGTH).matchAll(RATES)].map(
      ([, letter = '', digits = '', places]) => ({
        dimension: dimensionOf(letter),
        rate: rateFromText(digits, Number(places ?? 0)),
      }),
    ),
  }))
}

function dimensionOf(letter: string): CostDimension {
  const dimension = DIMENSIONS.get(letter)
  if (!dimension) throw new Error(`"${letter}" is not a dimension of a price`)
  return dimension
}

/** Caches the texts of the few prices in force. */
const idTexts = new Map<string, string>()
const ID_TEXTS_MAX = 10_000

function idText(priceId: string): string {
  let text = idTexts.get(priceId)
  if (text === undefined) {
    text = Buffer.from(priceId.replaceAll('-', ''), 'hex').toString('base64url')
    if (idTexts.size >= ID_TEXTS_MAX) idTexts.clear()
    idTexts.set(priceId, text)
  }
  return text
}

function idFromText(text: string): string {
  const hex = Buffer.from(text, 'base64url').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const rateTexts = new WeakMap<Decimal, string>()

/** Formats a rate as its digits and the number of decimals: 0.0000025 is `25e-7`. */
function rateText(rate: Decimal): string {
  let text = rateTexts.get(rate)
  if (text === undefined) {
    const [whole = '', fraction = ''] = rate.toFixed().split('.')
    const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '')
    text = fraction === '' ? digits : `${digits}e-${fraction.length}`
    rateTexts.set(rate, text)
  }
  return text
}

function rateFromText(digits: string, places: number): Decimal {
  if (places === 0) return decimal(digits)
  const padded = digits.padStart(places + 1, '0')
  return decimal(`${padded.slice(0, -places)}.${padded.slice(-places)}`)
}
