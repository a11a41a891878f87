import { domainOf, type Mailbox } from '../../platform/mail/mail-address.ts'

/**
 * The name that a mail comes from: the organization's, with "via" and the deployment's where the
 * address belongs to that and not to the organization.
 */
export function senderName(
  { name, email }: { name: string; email: string | null },
  from: Mailbox,
): string {
  const domain = domainOf(from).toLowerCase()
  const isOwn = email !== null && domainOf({ name: '', address: email }).toLowerCase() === domain
  const deployment = from.name === '' ? domain : from.name
  return isOwn || deployment === name ? name : `${name} via ${deployment}`
}
