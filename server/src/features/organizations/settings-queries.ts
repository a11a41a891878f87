import { type SqlBool, sql } from 'kysely'
import { batchedByKey } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import type { Organization } from './settings-schemas.ts'

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
  'accountLinkInMails',
  'allowOverlappingSubscriptions',
] as const

export const findSettings = batchedByKey(
  (organizationId: string) => organizationId,
  async (db: Db, ids): Promise<(Organization | undefined)[]> => {
    const rows = await db
      .selectFrom('organizations')
      .select(columns)
      .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id))
  },
)

/** Values to write; undefined leaves a field unchanged. */
export type SettingsValues = {
  [Field in Exclude<keyof Organization, 'id'>]?: Organization[Field] | undefined
}

/** Kysely omits undefined values. */
export function updateSettings(
  db: Db,
  organizationId: string,
  values: SettingsValues,
  now: Date,
): Promise<Organization | undefined> {
  return db
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
      accountLinkInMails: values.accountLinkInMails,
      allowOverlappingSubscriptions: values.allowOverlappingSubscriptions,
      updatedAt: now,
    })
    .where('id', '=', organizationId)
    .returning(columns)
    .executeTakeFirst()
}
