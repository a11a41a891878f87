import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { findOwners, type Used } from '../../rating/owners.ts'
import { effectsOn, type InvoiceEffect, type UnitChange } from './effects.ts'
import { type CorrectedInvoice, INVOICES_SHOWN_MAX } from './schemas.ts'

/** Subscriptions whose invoices are computed; the caller waits for them. */
const SUBSCRIPTIONS_MAX = 100

/** Changes of the units of events, each with its customer and agent. */
type Asked = { organizationId: string; changes: readonly (UnitChange & Used)[]; at: Date }

export type FoundEffects = {
  invoices: (InvoiceEffect & { customerId: string })[]
  uninvoicedCount: number
  isComplete: boolean
}

/** Computes the effects by subscription; usage without a subscription is on no invoice. */
export async function findEffects(
  db: Db,
  { organizationId, changes, at }: Asked,
): Promise<FoundEffects> {
  const owners = await findOwners(db, organizationId, changes)
  const groups = Map.groupBy(changes, ({ id }) => owners.get(id))
  const found: FoundEffects = { invoices: [], uninvoicedCount: 0, isComplete: true }
  let count = 0
  for (const [subscriptionId, own] of groups) {
    const customerId = own[0]?.customerId
    if (subscriptionId === undefined || customerId === undefined) {
      found.uninvoicedCount += own.length
      continue
    }
    count += 1
    if (count > SUBSCRIPTIONS_MAX) {
      found.isComplete = false
      break
    }
    const key = { organizationId, customerId, subscriptionId }
    const effects = await atOneMoment(db, (tx) => effectsOn(tx, key, { changes: own, at }))
    found.invoices.push(...effects.invoices.map((invoice) => ({ ...invoice, customerId })))
    found.uninvoicedCount += effects.uninvoicedCount
  }
  return found
}

/** Converts the first effects to their answer. */
export function invoicesBody(
  { invoices, isComplete }: FoundEffects,
  externalIdOf: (customerId: string) => string | null,
): { invoices: CorrectedInvoice[]; isComplete: boolean } {
  return {
    invoices: invoices.slice(0, INVOICES_SHOWN_MAX).map((invoice) => ({
      ...invoice,
      customerExternalId: externalIdOf(invoice.customerId),
      quantityChange: invoice.quantityChange.toFixed(),
      amountChange: invoice.amountChange.toFixed(),
    })),
    isComplete: isComplete && invoices.length <= INVOICES_SHOWN_MAX,
  }
}
