import { type Decimal, decimalFromInteger, sum, toExactText, ZERO } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { BulkCorrectionCreate } from '../../events/corrections/bulk/fields.ts'
import { findRows, rowsByCustomer } from '../../events/corrections/bulk/find-rows.ts'
import { problemOf, type RowProblem } from '../../events/corrections/bulk/outcome-words.ts'
import { type CorrectionRow, readRows } from '../../events/corrections/bulk/read-rows.ts'
import { summaryOf } from '../../events/corrections/bulk/summary.ts'
import { decide, type EventChange, type Outcome } from '../../usage/corrections/correct-events.ts'
import { notBilled } from '../../usage/corrections/event-change.ts'
import { COST_DECIMALS } from '../../usage/record.ts'
import { findEffects, invoicesBody } from './find-effects.ts'
import type { BulkCorrectionPreview } from './schemas.ts'

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
  const found = await findEffects(db, { organizationId, changes: changes.map(inUnits), at })
  return {
    kind: input.kind,
    ...summaryOf(
      outcomes,
      problems.toSorted((a, b) => a.row - b.row),
    ),
    quantityChange: sum(changes.map(unitsOf)).toFixed(),
    costChange: costChangeOf(changes),
    ...invoicesBody(found, (customerId) => externalIds.get(customerId) ?? null),
    uninvoicedCount: found.uninvoicedCount,
  }
}

const inUnits = (change: EventChange) => ({ ...change.event, quantity: billedUnitsOf(change) })

/** Provisional units are on no invoice. */
function billedUnitsOf(change: EventChange): Decimal {
  const { before, after } = notBilled(change)
  return unitsOf(change).minus(decimalFromInteger(after - before))
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
