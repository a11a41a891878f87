import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomer } from '../../customers/lock.ts'
import type { PortalProfileUpdate } from '../../customers/profile-fields.ts'
import { getCustomer } from '../../customers/service.ts'
import { updateCustomerIn } from '../../customers/update.ts'
import { rezoneSubscriptions } from '../../subscriptions/periods/rezone.ts'
import { notifyOldAddresses } from './notify-old-addresses.ts'
import type { PortalProfile } from './schemas.ts'

type Visitor = { organizationId: string; customerId: string }

/** Copies field by field: a customer record has internal fields. */
const toBody = (customer: PortalProfile): PortalProfile => ({
  name: customer.name,
  email: customer.email,
  phone: customer.phone,
  billingContactName: customer.billingContactName,
  billingContactEmail: customer.billingContactEmail,
  invoiceEmailRecipients: customer.invoiceEmailRecipients,
  addressLine1: customer.addressLine1,
  addressLine2: customer.addressLine2,
  city: customer.city,
  state: customer.state,
  zipCode: customer.zipCode,
  country: customer.country,
  taxId: customer.taxId,
})

export async function getProfile(
  db: Db,
  { organizationId, customerId: id }: Visitor,
): Promise<PortalProfile> {
  return toBody(await getCustomer(db, { organizationId, id }))
}

export type ProfileDeps = { db: Db; mailer: Mailer }

type Command = { visitor: Visitor; input: PortalProfileUpdate; actor: Actor }

/**
 * Updates the profile by the same checks as the operator's change. Issued invoices stay unchanged.
 */
export function updateProfile(
  { db, mailer }: ProfileDeps,
  { visitor: { organizationId, customerId: id }, input, actor }: Command,
  moment: Moment,
): Promise<PortalProfile> {
  const key = { organizationId, id }
  return db.transaction().execute(async (tx) => {
    await lockCustomer(tx, key, 'update')
    const before = await getCustomer(tx, key)
    refuseWithoutAddress(before, input)
    const after = await updateCustomerIn(tx, rezoneSubscriptions, { key, input, actor }, moment)
    await notifyOldAddresses(tx, mailer, { organizationId, customerId: id, before, after }, moment)
    return toBody(after)
  })
}

type Addresses = Pick<PortalProfile, 'email' | 'billingContactEmail'>

function refuseWithoutAddress(before: Addresses, input: PortalProfileUpdate): void {
  const after = { ...before, ...input }
  const hadAddress = before.email !== null || before.billingContactEmail !== null
  if (hadAddress && !after.email && !after.billingContactEmail) {
    throw new AppError('invalid', [
      'email receives your invoices: send another address, or keep billingContactEmail',
    ])
  }
}
