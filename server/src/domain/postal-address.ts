import { countryCode, countryName } from './countries.ts'

type Address = {
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
}

/** Countries that write the postal code after the city. */
const CODE_LAST = new Set(['US', 'CA', 'GB', 'AU', 'IN', 'JP', 'CN', 'KR', 'TH', 'SG', 'NZ', 'IE'])

/** Returns the lines of an address as on an envelope; the country's name comes last. */
export function addressLines(address: Address): string[] {
  const { addressLine1, addressLine2, city, state, zipCode, country } = address
  if (isInJapanese(address)) return japaneseAddressOf(address)
  const code = codeOf(address)
  const isCodeLast = code === null || CODE_LAST.has(code)
  const place = isCodeLast
    ? [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : [[zipCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  return [addressLine1, addressLine2, place, country && countryName(country)].filter(
    (line): line is string => Boolean(line),
  )
}

const JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u

/** Returns the country code, however the address spells the country; null if it is unknown. */
export const codeOf = ({ country }: Pick<Address, 'country'>) =>
  country === null ? null : (countryCode(country) ?? null)

const isInJapanese = ({ country, addressLine1, city, state }: Address) =>
  codeOf({ country }) === 'JP' && JAPANESE.test(`${addressLine1}${city}${state}`)

/** Formats a Japanese address from the largest unit to the smallest, without spaces. */
function japaneseAddressOf({ addressLine1, addressLine2, city, state, zipCode, country }: Address) {
  const place = [state, city, addressLine1].filter(Boolean).join('')
  const code = zipCode && `〒${zipCode.replace(/^〒\s*/, '')}`
  return [code, place, addressLine2, country && countryName(country)].filter(
    (line): line is string => Boolean(line),
  )
}
