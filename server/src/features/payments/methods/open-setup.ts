import { lockRows } from '../../../platform/advisory-lock.ts'
import { newId } from '../../../platform/id.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CustomerKey, MethodSetup } from '../payment.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { findProviderCustomer } from './method-queries.ts'
import { findOpenSetup, insertSetup, updateOpenSetup } from './setup-queries.ts'

/** About as long as a portal session; Stripe's minimum is 30 minutes. */
const LIFETIME_MS = 60 * 60_000
/**
 * Minimum time left of a reused page, so that it does not expire while the customer fills it in.
 */
const LEFT_MIN_MS = 15 * 60_000

export type OpenedSetup = { kind: 'opened'; url: string } | { kind: 'refused'; reason: string }

type SetupRequest = {
  key: CustomerKey
  customerEmail: string | null
  /** The currency in which the customer is billed; it decides which methods the provider offers. */
  currency: string
}

/** Opens a page on which the customer saves a method, or returns the page that is already open. */
export async function openSetup(
  deps: PaymentDeps,
  payments: PaymentProvider,
  { key, customerEmail, currency }: SetupRequest,
): Promise<OpenedSetup> {
  const { db, config, log, now } = deps
  const setup = await reuseOrInsert(deps, payments, key)
  if (setup.url !== null) return { kind: 'opened', url: setup.url }
  const profile = `${config.portalUrl}/portal/profile`
  const answer = await payments.createSetup({
    organizationId: key.organizationId,
    customerId: key.customerId,
    id: setup.id,
    customerEmail,
    currency,
    providerCustomerId: await findProviderCustomer(db, key, payments.name),
    expiresAt: setup.expiresAt,
    savedUrl: `${profile}?from=setup`,
    cancelUrl: profile,
  })
  if (answer.kind === 'outdated') {
    await updateOpenSetup(db, setup, { status: 'expired' }, now())
    return openSetup(deps, payments, { key, customerEmail, currency })
  }
  if (answer.kind === 'refused') {
    const { id: setupId, organizationId } = setup
    log.warn({ setupId, organizationId, reason: answer.reason }, 'a set-up page was refused')
    await updateOpenSetup(db, setup, { status: 'expired' }, now())
    return answer
  }
  const { providerSessionId, url, isOurs = false } = answer
  await updateOpenSetup(db, setup, { providerSessionId, ...(isOurs ? {} : { url }) }, now())
  return { kind: 'opened', url }
}

/** Serializes concurrent requests, so that a second browser tab gets the same page. */
async function reuseOrInsert(
  { db, now }: PaymentDeps,
  { name: provider }: PaymentProvider,
  { organizationId, customerId }: CustomerKey,
): Promise<MethodSetup> {
  const at = now()
  return db.transaction().execute(async (tx) => {
    const locked = { table: 'payment_method_setups', organizationId, ids: [customerId] }
    await lockRows(tx, { ...locked, onNodes: true }, 'update')
    const until = new Date(at.getTime() + LEFT_MIN_MS)
    const open = await findOpenSetup(tx, { organizationId, customerId }, { provider, until })
    if (open) return open
    const setup: MethodSetup = {
      organizationId,
      customerId,
      id: newId(),
      provider,
      providerSessionId: null,
      url: null,
      status: 'open',
      createdAt: at,
      expiresAt: new Date(at.getTime() + LIFETIME_MS),
    }
    await insertSetup(tx, setup)
    return setup
  })
}
