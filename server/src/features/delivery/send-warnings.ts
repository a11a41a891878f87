import type { Seller } from '../invoices/party.ts'
import { FIRST_NAME } from '../organizations/first-run.ts'

/**
 * Warns of missing sender details that most countries require on an invoice. Sending is not
 * rejected.
 */
export function sendWarnings({ name, addressLine1, city }: Seller): string[] {
  const fix = 'with PATCH /v1/organization, for the invoices to come'
  return [
    ...(name === FIRST_NAME
      ? [`The invoice came from "${FIRST_NAME}": set the name of your organization ${fix}`]
      : []),
    ...(addressLine1 === null && city === null
      ? [`The invoice does not show your address: set addressLine1, city and country ${fix}`]
      : []),
  ]
}
