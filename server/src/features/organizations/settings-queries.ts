import type { Db } from '../../platform/database.ts'
import type { Organization } from './settings-schemas.ts'

const columns = [
  'id',
  'name',
  'email',
  'phone',
  'address_line1 as addressLine1',
  'address_line2 as addressLine2',
  'city',
  'state',
  'zip_code as zipCode',
  'country',
  'tax_id as taxId',
  'logo',
  'invoice_footer as invoiceFooter',
  'currency',
  'grace_hours as graceHours',
  'reminder_days as reminderDays',
  'email_on_payment as emailOnPayment',
  'email_on_refund as emailOnRefund',
  'email_on_void as emailOnVoid',
  'allow_overlapping_subscriptions as allowOverlappingSubscriptions',
] as const

export function findSettings(db: Db, organizationId: string): Promise<Organization | undefined> {
  return db
    .selectFrom('organizations')
    .select(columns)
    .where('id', '=', organizationId)
    .executeTakeFirst()
}

/** What can be written; undefined: left as it is. */
export type SettingsValues = {
  [Field in Exclude<keyof Organization, 'id'>]?: Organization[Field] | undefined
}

/** Kysely leaves out what is undefined. */
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
      address_line1: values.addressLine1,
      address_line2: values.addressLine2,
      city: values.city,
      state: values.state,
      zip_code: values.zipCode,
      country: values.country,
      tax_id: values.taxId,
      logo: values.logo,
      invoice_footer: values.invoiceFooter,
      currency: values.currency,
      grace_hours: values.graceHours,
      reminder_days: values.reminderDays,
      email_on_payment: values.emailOnPayment,
      email_on_refund: values.emailOnRefund,
      email_on_void: values.emailOnVoid,
      allow_overlapping_subscriptions: values.allowOverlappingSubscriptions,
      updated_at: now,
    })
    .where('id', '=', organizationId)
    .returning(columns)
    .executeTakeFirst()
}
