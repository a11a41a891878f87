import { cut } from '../../../../platform/batching/cut.ts'
import type { Actor } from '../../../auth/principal.ts'
import type { Moment } from '../../../clock/business-clock.ts'
import { correctEvents, type Outcome } from '../../../usage/corrections/correct-events.ts'
import type { CorrectEventDeps } from '../correct-event.ts'
import type { BulkCorrection, BulkCorrectionCreate } from './fields.ts'
import { type FoundRow, findRows, rowsByCustomer } from './find-rows.ts'
import { problemOf } from './outcome-words.ts'
import { type CorrectionRow, readRows } from './read-rows.ts'
import { summaryOf } from './summary.ts'

/** Events of one transaction. Recording of the customer and other corrections wait for it. */
const EVENTS_AT_ONCE = 500

type Command = { organizationId: string; input: BulkCorrectionCreate; actor: Actor }

/**
 * Corrects the events that the rows of a file name, in transactions of at most 500 events of one
 * customer. A request that was interrupted can be repeated: what is corrected already stays.
 */
export async function correctInBulk(
  deps: CorrectEventDeps,
  { organizationId, input, actor }: Command,
  moment: Moment,
): Promise<BulkCorrection> {
  const rows = readRows(input.csv, input.kind)
  const outcomes = new Map<number, Outcome>()
  await deps.catalog.refresh()
  for (const group of await rowsByCustomer(deps.db, organizationId, rows)) {
    for (const some of cut(group.rows, EVENTS_AT_ONCE)) {
      const found = await findRows(deps.db, organizationId, { ...group, rows: some })
      const command = { organizationId, reason: input.reason ?? null, actor }
      for (const [row, outcome] of await correctSome(deps, { ...command, found }, moment)) {
        outcomes.set(row.row, outcome)
      }
    }
  }
  const problems = rows.flatMap((row) => problemOf(row, outcomes.get(row.row) ?? ABSENT) ?? [])
  return { kind: input.kind, ...summaryOf([...outcomes.values()], problems) }
}

const ABSENT: Outcome = { kind: 'absent' }

type Some = { organizationId: string; reason: string | null; actor: Actor; found: FoundRow[] }

async function correctSome(
  { db, catalog, correctionTurns }: CorrectEventDeps,
  { organizationId, reason, actor, found }: Some,
  moment: Moment,
): Promise<[CorrectionRow, Outcome][]> {
  const present = found.flatMap((row) => (row.event ? [{ row, event: row.event }] : []))
  const [first] = present
  if (!first) return found.map((row) => [row, ABSENT])
  const loadPrices = async () => {
    await catalog.refreshOrganizations()
    return catalog.findPricesFor(organizationId)
  }
  const corrections = present.map(({ row: { correction }, event: { id, usageDate } }) => {
    return { event: { id, usageDate }, correction }
  })
  const { customerId } = first.event
  const command = { organizationId, customerId, corrections, reason, actor, loadPrices }
  const decided = await correctionTurns(organizationId, () =>
    db.transaction().execute((tx) => correctEvents(tx, command, moment)),
  )
  const outcomes = new Map(present.map(({ row }, at) => [row, decided[at] ?? ABSENT]))
  return found.map((row) => [row, outcomes.get(row) ?? ABSENT])
}
