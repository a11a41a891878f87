import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { shownName } from '../../platform/json/nearest-name.ts'
import { listIdsByExternalId } from './external-ids.ts'

/** What a request says about a customer. */
type Naming = { customerId?: string | undefined; customerExternalId?: string | undefined }

/** The id of no customer, which a request gets everywhere the answer of an unknown id. */
const NO_CUSTOMER = '00000000-0000-0000-0000-000000000000'

/**
 * Returns what was sent, with the id of the customer that it names by its external id. An unknown
 * external id becomes an id that no customer has. Throws if both are sent.
 */
export async function withCustomerId<Sent extends Naming>(
  db: Db,
  organizationId: string,
  sent: Sent,
): Promise<Sent> {
  const { customerId, customerExternalId } = sent
  if (customerExternalId === undefined) return sent
  if (customerId !== undefined) refuseBoth()
  const ids = await listIdsByExternalId(db, organizationId, [customerExternalId])
  return { ...sent, customerId: ids.get(customerExternalId) ?? NO_CUSTOMER }
}

/** Like `withCustomerId`, for a customer that must exist. Throws `not_found` for an unknown external id. */
export async function withKnownCustomerId<Sent extends Naming>(
  db: Db,
  organizationId: string,
  sent: Sent,
): Promise<Sent> {
  const named = await withCustomerId(db, organizationId, sent)
  const { customerExternalId } = sent
  if (named.customerId === NO_CUSTOMER && customerExternalId !== undefined) {
    refuseUnknown(customerExternalId)
  }
  return named
}

/** Throws `not_found` for an external id that no customer has. */
export function refuseUnknown(customerExternalId: string): never {
  const shown = shownName(customerExternalId)
  return notFound(`Customer with the external id ${shown}`, { param: 'customerExternalId' })
}

/**
 * Returns the id of the customer that a request names. Throws unless one of both is sent, and for an
 * unknown external id.
 */
export async function customerIdOf(db: Db, organizationId: string, sent: Naming): Promise<string> {
  const { customerId } = await withKnownCustomerId(db, organizationId, sent)
  return customerId?.toLowerCase() ?? refuseNone()
}

type Namings = { customerId?: string[] | undefined; customerExternalId?: string[] | undefined }

/** Like `withCustomerId`, for several customers. */
export async function withCustomerIds<Sent extends Namings>(
  db: Db,
  organizationId: string,
  sent: Sent,
): Promise<Sent> {
  const { customerId, customerExternalId } = sent
  if (customerExternalId === undefined) return sent
  if (customerId !== undefined) refuseBoth()
  const ids = await listIdsByExternalId(db, organizationId, customerExternalId)
  return { ...sent, customerId: customerExternalId.map((one) => ids.get(one) ?? NO_CUSTOMER) }
}

/** Throws the refusal of a request that names no customer. */
export function refuseNone(): never {
  throw new AppError('missing_field', [
    'customerId is missing: send it, or customerExternalId, to identify the customer',
  ])
}

function refuseBoth(): never {
  throw new AppError('invalid', [
    'customerId and customerExternalId identify the same customer: send one of them',
  ])
}
