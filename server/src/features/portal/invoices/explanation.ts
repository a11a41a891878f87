import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { stepsBody, unitsOf, usageBody } from '../../billing/explanation/body.ts'
import { explainInvoiceLine } from '../../billing/explanation/explain.ts'
import type { LineEventsQuery } from '../../billing/explanation/line-event-fields.ts'
import * as lineEvents from '../../billing/explanation/line-events.ts'
import { getShown } from '../../invoices/shown/read.ts'
import { isShownStatus } from '../../invoices/shown/shown.ts'
import {
  PortalLineEvent,
  type PortalLineEventList,
  type PortalLineExplanation,
} from './explanation-schemas.ts'
import { lineEventBody } from './line-event-body.ts'

/**
 * Explains a line to its customer, without costs. Of the lines that settle it later, the customer
 * sees those of visible invoices; the units of all others are still open.
 */
export async function getLineExplanation(
  db: Db,
  key: CustomerScopedId,
  lineId: string,
): Promise<PortalLineExplanation> {
  const invoice = await getShown(db, key)
  const explanation = await explainInvoiceLine(db, invoice, lineId.toLowerCase())
  const later = explanation.later.filter(({ invoiceStatus }) => isShownStatus(invoiceStatus))
  const { usage } = explanation
  return {
    ...stepsBody(invoice, { ...explanation, later }),
    usage: usage && usageBody(usage, unitsOf(later)),
  }
}

export async function listLineEvents(
  db: Db,
  { key, lineId }: { key: CustomerScopedId; lineId: string },
  query: LineEventsQuery,
): Promise<PortalLineEventList> {
  const invoice = await getShown(db, key)
  const line = { invoice, lineId: lineId.toLowerCase() }
  const { results, ...page } = await lineEvents.listLineEvents(db, line, query)
  return { ...page, results: results.map(lineEventBody) }
}

export const LINE_EVENT_TABLE = csvTable('line-events', PortalLineEvent)

export async function exportLineEvents(
  db: Db,
  key: CustomerScopedId,
  lineId: string,
): Promise<CsvFile> {
  const invoice = await getShown(db, key)
  const line = { invoice, lineId: lineId.toLowerCase() }
  return csvFile(LINE_EVENT_TABLE, await lineEvents.exportLineEvents(db, line, lineEventBody))
}
