/**
 * Formats money. Amounts are decimal strings, or numbers that JSON carries exactly. They are only
 * displayed; this module computes nothing.
 */
export type MoneyValue = string | number

const COST_DIGITS_MAX = 10
/** Maximum number of digits that a formatter supports. */
const PRICE_DIGITS_MAX = 100
const LOCALE = 'en-US'
/** Sign of negative figures on all pages; fields and the clipboard have a hyphen. */
export const MINUS = '\u2212'

/** Formats an invoice amount with the decimals of its currency: "$1,234.50", "¥1,235". */
export function formatAmount(value: MoneyValue, currency: string): string {
  return shown({ style: 'currency', currency }, value)
}

/** Formats an amount for a field in which it can be edited: "1234.50", "1235". */
export function formatEditable(value: MoneyValue, currency: string): string {
  const parts = formatter({ style: 'currency', currency, useGrouping: false }).formatToParts(
    exact(value),
  )
  return parts
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map((part) => part.value)
    .join('')
}

/** Formats a cost or a rate with at least two decimals and all its digits: "$0.0000125". */
export function formatCost(value: MoneyValue, currency = 'USD'): string {
  return shown(
    {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: COST_DIGITS_MAX,
    },
    value,
  )
}

/**
 * Formats a unit price with all its digits and at least the decimals of its currency: "$0.0000125",
 * "¥490".
 */
export function formatPrice(value: MoneyValue, currency: string): string {
  return shown(
    {
      style: 'currency',
      currency,
      maximumFractionDigits: PRICE_DIGITS_MAX,
    },
    value,
  )
}

/**
 * Formats a sum for a quick look, with the decimals of its currency. A tiny sum keeps two
 * significant digits: "$0.0065" is neither zero nor a cent.
 */
export function formatRounded(value: MoneyValue, currency: string): string {
  return formatSignificant(value, currency, 2)
}

/** Formats the cost of one event for a column: four significant digits and at least two decimals. */
export function formatCostShort(value: MoneyValue, currency = 'USD'): string {
  return formatSignificant(value, currency, 4)
}

function formatSignificant(value: MoneyValue, currency: string, digits: number): string {
  const text = formatAmount(value, currency)
  const fine = shown(
    {
      style: 'currency',
      currency,
      maximumSignificantDigits: digits,
      roundingPriority: 'morePrecision',
    },
    value,
  )
  return fine.length > text.length ? fine : text
}

/** Formats a share given in percent with one decimal, so that shares in a column align: "98.0%". */
export function formatPercent(percent: MoneyValue): string {
  return `${shown(SHARE, percent)}%`
}

/** Formats a share with all its digits: "7.775%". */
export function formatShare(percent: MoneyValue): string {
  return `${formatCount(percent)}%`
}

/** Formats a change in percent: "+12.0%". */
export function formatChange(percent: MoneyValue): string {
  return `${shown({ ...SHARE, signDisplay: 'exceptZero' }, percent)}%`
}

/** Formats the difference of two shares: "+1.2 points". */
export function formatPoints(points: MoneyValue): string {
  return `${shown({ ...SHARE, signDisplay: 'exceptZero' }, points)} points`
}

const SHARE = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** Formats a count: "1,234,567". */
export function formatCount(value: MoneyValue): string {
  return shown({ maximumFractionDigits: COST_DIGITS_MAX }, value)
}

/** Formats a share of a count, such as the units of one of several models: "255.5". */
export function formatPart(value: MoneyValue): string {
  return shown({ maximumFractionDigits: 1 }, value)
}

/** Formats a count for the axis of a chart: "1.5K". */
export function formatCountShort(value: MoneyValue): string {
  return shown({ notation: 'compact', maximumSignificantDigits: 3 }, value)
}

/** Formats a number as a user types it, without grouping and with all its digits: "0.0000001". */
export function plainDecimal(value: MoneyValue): string {
  return formatter({ useGrouping: false, maximumFractionDigits: PRICE_DIGITS_MAX }).format(
    exact(value),
  )
}

/** Formats with the minus sign of documents and emails: a hyphen is shorter and may end a line. */
function shown(options: Intl.NumberFormatOptions, value: MoneyValue): string {
  return formatter(options).format(exact(value)).replace('-', MINUS)
}

/**
 * Passes decimal text to the formatter, which keeps it exact at any length; a number would be
 * rounded.
 */
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
