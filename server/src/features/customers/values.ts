import { countryText } from '../../domain/countries.ts'
import { amountNumber } from '../../domain/json-amount.ts'
import { AppError } from '../../platform/errors.ts'
import type { CreditBalance } from '../credit-balances/queries.ts'
import type { CustomerRow, CustomerValues } from './queries.ts'
import type { Customer, CustomerUpdate } from './schemas.ts'
import { timeZoneName } from './time-zones.ts'

/** What to write; the checks are those that no schema can say. */
export function valuesOf(input: CustomerUpdate): CustomerValues {
  const { metadata, invoiceEmailRecipients, taxRateIds, ...plain } = input
  const timezone = plain.timezone === undefined ? undefined : timeZoneName(plain.timezone)
  const country = plain.country ? countryText(plain.country) : plain.country
  const problems: string[] = []
  if (plain.timezone !== undefined && timezone === undefined) {
    problems.push('timezone must be the IANA name of a time zone, such as Europe/Berlin or UTC')
  }
  if (problems.length > 0) throw new AppError('invalid', problems)
  return {
    ...plain,
    timezone,
    country,
    taxRateIds: taxRateIds && [...new Set(taxRateIds.map((id) => id.toLowerCase()))],
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata ?? {}) }),
    ...(invoiceEmailRecipients === undefined
      ? {}
      : { invoiceEmailRecipients: invoiceEmailRecipients ?? [] }),
  }
}

export function bodyOf(
  { createdAt, updatedAt, ...fields }: CustomerRow,
  balances: readonly CreditBalance[],
): Customer {
  return {
    ...fields,
    creditBalances: balances
      .filter(({ customerId }) => customerId === fields.id)
      .map(({ currency, amount }) => ({ currency, amount: amountNumber(amount) })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function externalIdTaken({ externalId }: CustomerUpdate): AppError {
  const message = `externalId ${externalId} belongs to another customer`
  return new AppError('external_id_taken', message, { param: 'externalId' })
}
