import { type SqlBool, sql } from 'kysely'
import { amountNumber } from '../../domain/json-amount.ts'
import { type AccountCodes, accountCodes } from '../../domain/ledger-accounts.ts'
import type { Decimal } from '../../domain/money.ts'
import { batchedByKey } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import type { JsonObject } from '../../platform/db.gen.ts'
import type { Organization, OrganizationUpdate } from './settings-schemas.ts'

const columns = [
  'id',
  'name',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
  'taxId',
  'logo',
  'accentColor',
  'invoiceFooter',
  'currency',
  'graceHours',
  'reminderDays',
  'emailOnPayment',
  'emailOnRefund',
  'emailOnVoid',
  'emailOnCredit',
  'alertOnCredit',
  'lowCreditAmount',
  'accountLinkInMails',
  'allowOverlappingSubscriptions',
] as const

/** The codes that the organization has sent; the others are the defaults. */
const OWN_CODES = sql<Partial<AccountCodes>>`ledger_accounts`.as('ledgerAccounts')

export const findSettings = batchedByKey(
  (organizationId: string) => organizationId,
  async (db: Db, ids): Promise<(Organization | undefined)[]> => {
    const rows = await db
      .selectFrom('organizations')
      .select(columns)
      .select(OWN_CODES)
      .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
      .execute()
    const settings = rows.map(settingsOf)
    return ids.map((id) => settings.find((row) => row.id === id))
  },
)

type Row = Omit<Organization, 'lowCreditAmount' | 'ledgerAccounts'> & {
  lowCreditAmount: Decimal | null
  ledgerAccounts: Partial<AccountCodes>
}

function settingsOf(row: Row): Organization {
  const { lowCreditAmount, ledgerAccounts } = row
  return {
    ...row,
    lowCreditAmount: lowCreditAmount && amountNumber(lowCreditAmount),
    ledgerAccounts: accountCodes(ledgerAccounts),
  }
}

/** Values to write; undefined leaves a field unchanged. */
export type SettingsValues = {
  [Field in Exclude<keyof Row, 'id' | 'ledgerAccounts'>]?: Row[Field] | undefined
} & Pick<OrganizationUpdate, 'ledgerAccounts'>

/** Kysely omits undefined values. */
export async function updateSettings(
  db: Db,
  organizationId: string,
  values: SettingsValues,
  now: Date,
): Promise<Organization | undefined> {
  const { ledgerAccounts } = values
  const row = await db
    .updateTable('organizations')
    .set({
      name: values.name,
      email: values.email,
      phone: values.phone,
      addressLine1: values.addressLine1,
      addressLine2: values.addressLine2,
      city: values.city,
      state: values.state,
      zipCode: values.zipCode,
      country: values.country,
      taxId: values.taxId,
      logo: values.logo,
      accentColor: values.accentColor,
      invoiceFooter: values.invoiceFooter,
      currency: values.currency,
      graceHours: values.graceHours,
      reminderDays: values.reminderDays,
      emailOnPayment: values.emailOnPayment,
      emailOnRefund: values.emailOnRefund,
      emailOnVoid: values.emailOnVoid,
      emailOnCredit: values.emailOnCredit,
      alertOnCredit: values.alertOnCredit,
      lowCreditAmount: values.lowCreditAmount,
      accountLinkInMails: values.accountLinkInMails,
      allowOverlappingSubscriptions: values.allowOverlappingSubscriptions,
      ...(ledgerAccounts && { ledgerAccounts: withCodes(ledgerAccounts) }),
      updatedAt: now,
    })
    .where('id', '=', organizationId)
    .returning(columns)
    .returning(OWN_CODES)
    .executeTakeFirst()
  return row && settingsOf(row)
}

/** The stored codes with those that are sent; null removes one. */
const withCodes = (sent: NonNullable<OrganizationUpdate['ledgerAccounts']>) =>
  sql<JsonObject>`jsonb_strip_nulls(ledger_accounts || ${JSON.stringify(sent)}::jsonb)`
