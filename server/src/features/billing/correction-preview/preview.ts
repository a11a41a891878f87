import { decimalFromInteger, sum, toExactText, ZERO } from '../../../domain/money.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { BulkCorrectionCreate } from '../../events/corrections/bulk/fields.ts'
import { findRows, rowsByCustomer } from '../../events/corrections/bulk/find-rows.ts'
import { problemOf, type RowProblem } from '../../events/corrections/bulk/outcome-words.ts'
import { type CorrectionRow, readRows } from '../../events/corrections/bulk/read-rows.ts'
import { summaryOf } from '../../events/corrections/bulk/summary.ts'
import { findOwners } from '../../rating/owners.ts'
import { decide, type EventChange, type Outcome } from '../../usage/corrections/correct-events.ts'
import { COST_DECIMALS } from '../../usage/record.ts'
import { effectsOn, type InvoiceEffect } from './effects.ts'
import { type BulkCorrectionPreview, INVOICES_SHOWN_MAX } from './schemas.ts'

/** Subscriptions whose invoices are computed; the preview is computed while the caller waits. */
const SUBSCRIPTIONS_MAX = 100

type Preview = { organizationId: string; input: BulkCorrectionCreate; at: Date }

/** Computes what a file of corrections would change, and on which invoices; changes nothing. */
export async function previewCorrections(
  { db, catalog }: { db: Db; catalog: Catalog },
  { organizationId, input, at }: Preview,
): Promise<BulkCorrectionPreview> {
  const rows = readRows(input.csv, input.kind)
  await catalog.refresh()
  const findPrices = catalog.findPricesFor(organizationId)
  const outcomes: Outcome[] = []
  const problems: RowProblem[] = []
  const changes: EventChange[] = []
  const externalIds = new Map<string, string>()
  const add = (row: CorrectionRow, outcome: Outcome) => {
    outcomes.push(outcome)
    const problem = problemOf(row, outcome)
    if (problem) problems.push(problem)
  }
  for (const group of await rowsByCustomer(db, organizationId, rows)) {
    for (const { event, ...row } of await findRows(db, organizationId, group)) {
      const decided = event && decide(event, row.correction, findPrices)
      add(row, decided?.outcome ?? { kind: 'absent' })
      if (!decided?.change) continue
      changes.push(decided.change)
      externalIds.set(decided.change.event.customerId, row.customerExternalId)
    }
  }
  const found = await findEffects(db, { organizationId, changes, at })
  return {
    kind: input.kind,
    ...summaryOf(
      outcomes,
      problems.toSorted((a, b) => a.row - b.row),
    ),
    quantityChange: sum(changes.map(unitsOf)).toFixed(),
    costChange: costChangeOf(changes),
    invoices: found.invoices.slice(0, INVOICES_SHOWN_MAX).map(({ customerId, ...invoice }) => ({
      ...invoice,
      customerId,
      customerExternalId: externalIds.get(customerId) ?? null,
      quantityChange: invoice.quantityChange.toFixed(),
      amountChange: invoice.amountChange.toFixed(),
    })),
    isComplete: found.isComplete && found.invoices.length <= INVOICES_SHOWN_MAX,
    uninvoicedCount: found.uninvoicedCount,
  }
}

const unitsOf = ({ before, after }: EventChange) =>
  decimalFromInteger(after.quantity - before.quantity)

function costChangeOf(changes: readonly EventChange[]): string | null {
  const costs = changes.map(({ before, after }) => {
    const [costBefore, costAfter] = [before.cost.usageCost, after.cost.usageCost]
    return costBefore === null || costAfter === null ? null : costAfter.minus(costBefore)
  })
  if (costs.includes(null)) return null
  return toExactText(sum(costs.map((cost) => cost ?? ZERO)), COST_DECIMALS)
}

type Asked = { organizationId: string; changes: readonly EventChange[]; at: Date }

type Found = {
  invoices: (InvoiceEffect & { customerId: string })[]
  uninvoicedCount: number
  isComplete: boolean
}

/** Computes the effects by subscription; usage without a subscription is on no invoice. */
async function findEffects(db: Db, { organizationId, changes, at }: Asked): Promise<Found> {
  const owners = await findOwners(
    db,
    organizationId,
    changes.map(({ event }) => event),
  )
  const groups = Map.groupBy(changes, ({ event }) => owners.get(event.id))
  const found: Found = { invoices: [], uninvoicedCount: 0, isComplete: true }
  let count = 0
  for (const [subscriptionId, own] of groups) {
    const customerId = own[0]?.event.customerId
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
    const units = own.map((change) => ({ ...change.event, quantity: unitsOf(change) }))
    const effects = await atOneMoment(db, (tx) => effectsOn(tx, key, { changes: units, at }))
    found.invoices.push(...effects.invoices.map((invoice) => ({ ...invoice, customerId })))
    found.uninvoicedCount += effects.uninvoicedCount
  }
  return found
}
