import type { CustomerScopedId } from '../../../../domain/scoped-id.ts'

type Kind = 'checkout' | 'payment' | 'refund' | 'setup'
type Metadata = Record<string, string>

/**
 * Builds the metadata that Stripe stores and returns, so that each row is found by its customer.
 */
export function metadataOf(
  kind: Kind,
  { organizationId, customerId, id, invoiceId }: CustomerScopedId & { invoiceId?: string },
): Metadata {
  return {
    piecework_organization: organizationId,
    piecework_customer: customerId,
    ...(invoiceId === undefined ? {} : { piecework_invoice: invoiceId }),
    [`piecework_${kind}`]: id,
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns undefined for objects that another system created in the same Stripe account. */
export function referenceIn(
  kind: Kind,
  metadata: Metadata | null | undefined,
): CustomerScopedId | undefined {
  const organizationId = metadata?.piecework_organization ?? ''
  const customerId = metadata?.piecework_customer ?? ''
  const id = metadata?.[`piecework_${kind}`] ?? ''
  if (![organizationId, customerId, id].every((text) => UUID.test(text))) return undefined
  return { organizationId, customerId, id }
}
