import type { Tx } from '../../../platform/database.ts'
import { isMailAddress } from '../../../platform/mail/mail-address.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { queueEmail } from '../../emails/queue.ts'
import { getSettings } from '../../organizations/settings.ts'
import { addressMail } from '../mails/address-mail.ts'
import type { PortalProfile } from './schemas.ts'

type Contact = Pick<PortalProfile, 'name' | 'email' | 'billingContactEmail'>
type Change = CustomerKey & { before: Contact; after: Contact }
type CustomerKey = { organizationId: string; customerId: string }

/** Queues an email to every replaced or removed address, in the transaction of the change. */
export async function notifyOldAddresses(
  tx: Tx,
  mailer: Mailer,
  { organizationId, customerId, before, after }: Change,
  { now, businessNow }: Moment,
): Promise<void> {
  const kept = addressesOf(after)
  const gone = [...addressesOf(before)].flatMap(([key, address]) => (kept.has(key) ? [] : address))
  if (gone.length === 0) return
  const content = addressMail(await getSettings(tx, organizationId), before.name)
  const about = { organizationId, customerId, invoiceId: null, kind: 'address_change' as const }
  for (const to of gone) {
    const mail = { ...content, ...about, from: mailer.from, to, cc: [], limitPerHour: null }
    await queueEmail(tx, { ...mail, businessAt: businessNow }, now)
  }
}

/** Returns valid addresses by lower-case spelling, without duplicates. */
function addressesOf({ email, billingContactEmail }: Contact): Map<string, string> {
  const written = [email, billingContactEmail].filter((one) => one !== null).filter(isMailAddress)
  return new Map(written.map((address) => [address.toLowerCase(), address]))
}
