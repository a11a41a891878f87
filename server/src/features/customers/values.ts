import { countryText } from '../../domain/countries.ts'
import { AppError } from '../../platform/errors.ts'
import { lowCreditAmountOf } from '../organizations/settings.ts'
import type { CustomerValues } from './queries.ts'
import type { CustomerUpdate } from './schemas.ts'
import { timeZoneName } from './time-zones.ts'

/** Returns the values to write; checks what a schema cannot express. */
export function toValues(input: CustomerUpdate): CustomerValues {
  const { metadata, invoiceEmailRecipients, taxRateIds, lowCreditAmount, ...plain } = input
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
    lowCreditAmount: lowCreditAmountOf(lowCreditAmount),
    taxRateIds: taxRateIds && [...new Set(taxRateIds.map((id) => id.toLowerCase()))],
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata ?? {}) }),
    ...(invoiceEmailRecipients === undefined
      ? {}
      : { invoiceEmailRecipients: invoiceEmailRecipients ?? [] }),
  }
}

export function externalIdTaken({ externalId }: CustomerUpdate): AppError {
  const message = `externalId ${externalId} belongs to another customer`
  return new AppError('external_id_taken', message, { param: 'externalId' })
}
