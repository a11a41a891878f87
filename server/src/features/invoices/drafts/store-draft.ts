import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { DraftContents, DraftLine } from './computed-invoice.ts'
import {
  deleteDetails,
  insertDetails,
  insertInvoice,
  type KnownLine,
  listLineIds,
  type NewInvoice,
  nextInvoiceNumber,
  updateDraft,
} from './queries.ts'

const NUMBER_DIGITS = 6

/** Inserts a new draft with the next invoice number of its organization. */
export async function insertDraft(
  tx: Tx,
  draft: Omit<NewInvoice, 'invoiceNumber'>,
  contents: DraftContents,
): Promise<void> {
  const { organizationId, customerId, id, subscriptionId } = draft
  // Drawn late: all other new invoices of the organization wait for the number until the commit.
  const invoiceNumber = numberText(await nextInvoiceNumber(tx, organizationId))
  await insertInvoice(tx, { ...draft, invoiceNumber, ...contents })
  const { computed } = contents
  await insertDetails(tx, {
    key: { organizationId, customerId, id },
    subscriptionId,
    computed,
    lineIds: lineIds(computed.lines, []),
  })
}

/** Replaces the content of a draft, which the caller has locked. */
export async function replaceDraft(
  tx: Tx,
  { subscriptionId, ...key }: CustomerScopedId & { subscriptionId: string },
  contents: DraftContents,
): Promise<void> {
  const known = await listLineIds(tx, key)
  await Promise.all([updateDraft(tx, { ...key, ...contents }), deleteDetails(tx, key)])
  const { computed } = contents
  await insertDetails(tx, {
    key,
    subscriptionId,
    computed,
    lineIds: lineIds(computed.lines, known),
  })
}

/** Assigns line ids. A line about the same thing as before keeps its id across recomputations. */
function lineIds(lines: readonly DraftLine[], known: readonly KnownLine[]): string[] {
  return lines.map((line) => {
    const same = known.find(
      ({ type, strategyId, sourceId, periodStart }) =>
        type === line.type &&
        strategyId === line.strategyId &&
        sourceId === line.sourceId &&
        periodStart.getTime() === line.periodStart.getTime(),
    )
    return same?.id ?? newId()
  })
}

function numberText(number: number): string {
  return `INV-${String(number).padStart(NUMBER_DIGITS, '0')}`
}
