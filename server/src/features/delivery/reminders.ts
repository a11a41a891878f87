import { dueDateOf } from '../../domain/time/due-date.ts'
import type { Db } from '../../platform/database.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { partiesOf } from '../invoices/parties/parties.ts'
import { getSettings } from '../organizations/settings.ts'

/**
 * Returns the next reminder time of an unpaid invoice: on the organization's days after the due
 * date, at its time of day. Returns null when all of them are before `after`.
 */
export async function nextReminderAt(db: Db, invoice: Invoice, after: Date): Promise<Date | null> {
  const [{ reminderDays }, { buyer }] = await Promise.all([
    getSettings(db, invoice.organizationId),
    partiesOf(db, invoice),
  ])
  const dates = reminderDays.map((days) => dueDateOf(invoice.dueDate, days, buyer.timezone))
  return dates.find((date) => date > after) ?? null
}
