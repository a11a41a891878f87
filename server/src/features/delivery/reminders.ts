import { dueDateOf } from '../../domain/time/due-date.ts'
import type { Db } from '../../platform/database.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { partiesOf } from '../invoices/parties/parties.ts'
import { getSettings } from '../organizations/settings.ts'

/**
 * When the customer is next reminded of an unpaid invoice: on the organization's days after the due
 * date, at its time of day. Null when all of them are behind `after`.
 */
export async function nextReminderAt(db: Db, invoice: Invoice, after: Date): Promise<Date | null> {
  const [{ reminderDays }, { buyer }] = await Promise.all([
    getSettings(db, invoice.organizationId),
    partiesOf(db, invoice),
  ])
  const dates = reminderDays.map((days) => dueDateOf(invoice.dueDate, days, buyer.timezone))
  return dates.find((date) => date > after) ?? null
}
