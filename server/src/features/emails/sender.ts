import { domainOf, type Mailbox } from '../../platform/mail/mail-address.ts'

/**
 * Returns the sender's display name: the organization's name. When the address belongs to the
 * deployment, appends "via" and the deployment's name.
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
