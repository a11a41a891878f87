import type { Tx } from '../../platform/database.ts'
import type { Notice } from './notice.ts'
import { insertNotice } from './queries.ts'

export { deferNotice, deleteNotice, listDueNotices } from './queries.ts'

/**
 * Notes, in the transaction of a booking, that the customer is to be told of it. A job of every minute
 * writes the mail, so that whatever is wrong with a mail keeps no money from being booked.
 */
export async function oweNotice(tx: Tx, notice: Notice, now: Date): Promise<void> {
  await insertNotice(tx, notice, now)
}
