/**
 * Money as text. Amounts come as decimal strings, or as numbers that JSON carries exactly, and are only
 * shown: nothing is computed here.
 */
export type MoneyValue = string | number

const COST_DIGITS_MAX = 10
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

/**
 * A sum to be read at a glance, in the decimals of its currency. What is not nothing is never shown as
 * nothing: "< $0.01".
 */
export function formatRounded(value: MoneyValue, currency: string): string {
  const format = formatter({ style: 'currency', currency })
  const text = format.format(exact(value))
  if (/[1-9]/.test(text) || !/[1-9]/.test(String(value))) return text
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const least = digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`
  const isNegative = String(value).startsWith('-')
  return `${isNegative ? '> -' : '< '}${format.format(least as Intl.StringNumericLiteral)}`
}

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

/** What something may cost: two digits that count are enough. "$3.21", "$0.0012". */
export function formatEstimate(value: MoneyValue, currency = 'USD'): string {
  return formatter({
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    minimumSignificantDigits: 1,
    maximumSignificantDigits: 2,
    roundingPriority: 'morePrecision',
  }).format(exact(value))
}

/** A count: "1,234,567". */
export function formatCount(value: MoneyValue): string {
  return formatter({ maximumFractionDigits: COST_DIGITS_MAX }).format(exact(value))
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
