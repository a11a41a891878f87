/**
 * Money as text. Amounts come as decimal strings, or as numbers that JSON carries exactly, and are only
 * shown: nothing is computed here.
 */
export type MoneyValue = string | number

const COST_DIGITS_MAX = 10
/** As many as a formatter has. */
const PRICE_DIGITS_MAX = 100
const LOCALE = 'en-US'

/** An amount of an invoice, in the decimals of its currency: "$1,234.50", "¥1,235". */
export function formatAmount(value: MoneyValue, currency: string): string {
  return formatter({ style: 'currency', currency }).format(exact(value))
}

/** A cost or a rate: at least two decimals, and as many as there are: "$0.0000125". */
export function formatCost(value: MoneyValue, currency = 'USD'): string {
  return formatter({
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: COST_DIGITS_MAX,
  }).format(exact(value))
}

/** A price per unit, to its last digit, and with at least the decimals of its currency: "$0.0000125", "¥490". */
export function formatPrice(value: MoneyValue, currency: string): string {
  return formatter({
    style: 'currency',
    currency,
    maximumFractionDigits: PRICE_DIGITS_MAX,
  }).format(exact(value))
}

/**
 * A sum to be read at a glance, in the decimals of its currency. A tiny one keeps two digits that count:
 * "$0.0065" is neither nothing nor a cent.
 */
export function formatRounded(value: MoneyValue, currency: string): string {
  const text = formatAmount(value, currency)
  const fine = formatter({ style: 'currency', currency, ...TWO_THAT_COUNT }).format(exact(value))
  return fine.length > text.length ? fine : text
}

const TWO_THAT_COUNT = {
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const

/** A share that comes in percent: "97.5%". */
export function formatPercent(percent: MoneyValue): string {
  return `${formatter(SHARE).format(exact(percent))}%`
}

/** A share to its last digit: "7.775%". */
export function formatShare(percent: MoneyValue): string {
  return `${formatCount(percent)}%`
}

/** How much more or less, in percent: "+12.5%". */
export function formatChange(percent: MoneyValue): string {
  return `${formatter({ ...SHARE, signDisplay: 'exceptZero' }).format(exact(percent))}%`
}

/** The difference of two shares: "+1.2 points". */
export function formatPoints(points: MoneyValue): string {
  return `${formatter({ ...SHARE, signDisplay: 'exceptZero' }).format(exact(points))} points`
}

const SHARE = { maximumFractionDigits: 1 } as const

/** A count: "1,234,567". */
export function formatCount(value: MoneyValue): string {
  return formatter({ maximumFractionDigits: COST_DIGITS_MAX }).format(exact(value))
}

/** A count for the axis of a chart: "1.5K". */
export function formatCountShort(value: MoneyValue): string {
  return formatter({ notation: 'compact', maximumSignificantDigits: 3 }).format(exact(value))
}

/** A number as people type it, without groups and to its last digit: "0.0000001". */
export function plainDecimal(value: MoneyValue): string {
  return formatter({ useGrouping: false, maximumFractionDigits: PRICE_DIGITS_MAX }).format(
    exact(value),
  )
}

/** The formatter takes decimal text exactly, of any length; through a number it would be rounded. */
function exact(value: MoneyValue): Intl.StringNumericLiteral {
  return String(value) as Intl.StringNumericLiteral
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.NumberFormat(LOCALE, options)
  formatters.set(key, made)
  return made
}
