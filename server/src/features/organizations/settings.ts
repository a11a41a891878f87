import { countryText } from '../../domain/countries.ts'
import { isCurrency } from '../../domain/currency.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import { parseSentDecimal } from '../../domain/sent-decimal.ts'
import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { logoProblem } from './logo.ts'
import * as queries from './settings-queries.ts'
import type { Organization, OrganizationUpdate } from './settings-schemas.ts'

/** Sender of the invoices and billing rules; each field is described in the schema. */
export type OrganizationSettings = Organization

export async function getSettings(db: Db, organizationId: string): Promise<OrganizationSettings> {
  return (await queries.findSettings(db, organizationId)) ?? notFound('Organization')
}

/**
 * Updates the fields sent. Invoices use the settings that are current when they are created or
 * shown.
 */
export async function updateSettings(
  db: Db,
  { organizationId, input }: { organizationId: string; input: OrganizationUpdate },
  now: Date,
): Promise<OrganizationSettings> {
  const country = input.country ? countryText(input.country) : input.country
  const problems = problemsOf(input)
  if (problems.length > 0) throw new AppError('invalid', problems)
  const accentColor = input.accentColor?.toLowerCase() ?? input.accentColor
  const lowCreditAmount = lowCreditAmountOf(input.lowCreditAmount)
  const values = { ...input, name: input.name?.trim(), country, accentColor, lowCreditAmount }
  return (await queries.updateSettings(db, organizationId, values, now)) ?? notFound('Organization')
}

/** Parses an amount below which credit is low; null: none. Throws `invalid`. */
export function lowCreditAmountOf(
  sent: number | string | null | undefined,
): Decimal | null | undefined {
  if (sent === null || sent === undefined) return sent
  const amount = parseSentDecimal(sent)
  if (amount?.gte(ZERO)) return amount
  throw new AppError('invalid', ['lowCreditAmount must be a decimal of at least 0, or null'])
}

/** Returns the problems that a schema cannot express. */
function problemsOf({ currency, logo, reminderDays = [] }: OrganizationUpdate): string[] {
  const problems: string[] = []
  if (currency !== undefined && !isCurrency(currency)) {
    problems.push(
      `currency ${currency} is not a valid billing currency: send an active ISO 4217 code, ` +
        'for example USD or EUR',
    )
  }
  const logoIs = typeof logo === 'string' ? logoProblem(logo) : undefined
  if (logoIs !== undefined) problems.push(logoIs)
  const ordered = [...new Set(reminderDays)].toSorted((a, b) => a - b)
  if (ordered.join() !== reminderDays.join()) {
    problems.push(`reminderDays must be ascending, each day once: send ${JSON.stringify(ordered)}`)
  }
  return problems
}
