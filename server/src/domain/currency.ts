import assert from 'node:assert/strict'
import type { Decimal } from './money.ts'

/**
 * The active ISO 4217 codes by the decimals of their minor unit. Intl is not used: it follows
 * everyday use, not the standard (HUF, IDR, COP and IQD have no decimals), and changes with the ICU
 * version. Funds, metals and test codes (CLF, XAU, XXX) are not billing currencies.
 */
const CODES_BY_DECIMALS = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
     CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
     HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA
     MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN
     QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
     TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
] as const

const MINOR_UNIT_DECIMALS: ReadonlyMap<string, number> = new Map(
  CODES_BY_DECIMALS.flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, decimals]),
  ),
)

/** Decimals of the minor unit of every currency, for rounding in SQL. */
export const DECIMALS_BY_CURRENCY: Readonly<Record<string, number>> =
  Object.fromEntries(MINOR_UNIT_DECIMALS)

/** Returns whether the text is an active ISO 4217 code in capitals. */
export function isCurrency(code: string): boolean {
  return MINOR_UNIT_DECIMALS.has(code)
}

/**
 * Returns the decimals of the smallest payable amount: 2 for USD, 0 for JPY, 3 for KWD. Throws for
 * an unknown currency.
 */
export function minorUnitDecimals(currency: string): number {
  const decimals = MINOR_UNIT_DECIMALS.get(currency)
  assert(decimals !== undefined, `${currency} is not an ISO 4217 currency code`)
  return decimals
}

/**
 * Rounds half away from zero to the currency's minor unit. Call it once, when an invoice line is
 * written. Totals are sums of rounded lines and are never rounded again.
 */
export function roundToMinorUnit(amount: Decimal, currency: string): Decimal {
  return amount.round(minorUnitDecimals(currency))
}
