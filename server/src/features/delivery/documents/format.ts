import assert from 'node:assert/strict'
import { minorUnitDecimals } from '../../../domain/currency.ts'
import type { Decimal } from '../../../domain/money.ts'
import { instantOf } from '../../../domain/time/dates.ts'

const LOCALE = 'en-US'
/** No quantity or price has more. */
const DECIMALS_MAX = 30
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Text that Intl formats exactly, while a float would lose digits. */
function isNumeric(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text)
}

function exactly(value: Decimal, format: Intl.NumberFormat): string {
  const text = value.toFixed()
  assert(isNumeric(text))
  // Intl writes a hyphen, which is shorter than a minus sign and allows a line break.
  return format.format(text).replace('-', '\u2212')
}

/** Formats an amount with the decimals of its currency: "$1,234.50", "¥1,235", "KWD 1,234.500". */
export function formatMoney(amount: Decimal, currency: string): string {
  const decimals = minorUnitDecimals(currency)
  return inCurrency(amount, currency, { minimum: decimals, maximum: decimals })
}

/** Formats a price, which may be smaller than the currency's smallest unit: "$0.0025". */
export function formatPrice(price: Decimal, currency: string): string {
  return inCurrency(price, currency, {
    minimum: minorUnitDecimals(currency),
    maximum: DECIMALS_MAX,
  })
}

function inCurrency(
  amount: Decimal,
  currency: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): string {
  return exactly(amount, currencyFormat(currency, minimum, maximum))
}

/**
 * Caches formats, because creating one takes as long as a hundred uses. There are two for each
 * currency.
 */
const currencyFormats = new Map<string, Intl.NumberFormat>()

function currencyFormat(currency: string, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${currency} ${minimum} ${maximum}`
  const known = currencyFormats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
  })
  currencyFormats.set(key, format)
  return format
}

const QUANTITY_FORMAT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: DECIMALS_MAX })

export function formatQuantity(quantity: Decimal): string {
  return exactly(quantity, QUANTITY_FORMAT)
}

export function formatPercent(percent: Decimal): string {
  return `${formatQuantity(percent)}%`
}

/** Formats the day of an instant: "1 Mar 2026". */
export function formatDate(instant: Date, timeZone: string): string {
  const { day, month, year } = instantOf(instant).toZonedDateTimeISO(timeZone)
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/**
 * Formats the days of a half-open range, with the last day inclusive: "1 Mar 2026 – 31 Mar 2026".
 */
export function formatPeriod(start: Date, end: Date, timeZone: string): string {
  const first = formatDate(start, timeZone)
  const last = formatDate(new Date(end.getTime() - 1), timeZone)
  return first === last ? first : `${first} – ${last}`
}
