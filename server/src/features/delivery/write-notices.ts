import type { Db, Tx } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/queries.ts'
import type { Notice, NoticeKind } from '../notices/notice.ts'
import { deferNotice, deleteNotice, listDueNotices } from '../notices/owe.ts'
import { getSettings, type OrganizationSettings } from '../organizations/settings.ts'
import { findRefund } from '../payments/refunds/queries.ts'
import type { InvoiceDocument } from './documents/document.ts'
import { formatMoney } from './documents/format.ts'
import type { MailContent } from './documents/mail.ts'
import { paymentMail, refundMail, voidMail } from './documents/notice-mail.ts'
import { type MailDeps, NoAddress, queueNotice } from './send-mail.ts'

export type NoticeDeps = MailDeps & { db: Db; log: Log; clock: BusinessClock; now: () => Date }

const BATCH = 100
const AGAIN_AFTER_MS = 60_000

/** Writes every mail that is owed, each once, also where two do it at the same time. */
export async function writeDueNotices(deps: NoticeDeps, now: Date): Promise<void> {
  for (;;) {
    const due = await listDueNotices(deps.db, { now, limit: BATCH })
    for (const notice of due) await writeNotice(deps, notice, now)
    if (due.length < BATCH) return
  }
}

async function writeNotice(deps: NoticeDeps, notice: Notice, now: Date): Promise<void> {
  const { db, log } = deps
  const { kind, subjectId, invoice } = notice
  try {
    await db.transaction().execute((tx) => tell(tx, deps, notice))
  } catch (error) {
    const about = { kind, subjectId, organizationId: invoice.organizationId }
    log.error({ err: error, ...about }, 'a customer could not be told yet')
    await deferNotice(db, notice, new Date(now.getTime() + AGAIN_AFTER_MS))
  }
}

/** Nobody is told where the organization does not want it, or of a refund that was reversed. */
async function tell(tx: Tx, deps: NoticeDeps, notice: Notice): Promise<void> {
  const { organizationId } = notice.invoice
  const invoice = await lockInvoice(tx, notice.invoice)
  const isOwed = await deleteNotice(tx, notice)
  if (!invoice || !isOwed) return
  const isWanted = SETTINGS[notice.kind](await getSettings(tx, organizationId))
  if (!isWanted || !(await hasHappened(tx, notice))) return
  const moment = deps.clock.moment(organizationId)
  const mail = { invoice, kind: notice.kind, contentOf: contentOf(notice, invoice) }
  try {
    await queueNotice(tx, deps, mail, moment)
  } catch (error) {
    if (!(error instanceof NoAddress)) throw error
  }
}

const SETTINGS: Record<NoticeKind, (settings: OrganizationSettings) => boolean> = {
  payment: ({ emailOnPayment }) => emailOnPayment,
  refund: ({ emailOnRefund }) => emailOnRefund,
  void: ({ emailOnVoid }) => emailOnVoid,
}

async function hasHappened(tx: Tx, { kind, invoice, subjectId }: Notice): Promise<boolean> {
  if (kind !== 'refund') return true
  const refund = await findRefund(tx, { ...invoice, id: subjectId })
  return refund?.status === 'succeeded'
}

function contentOf({ kind, amount }: Notice, { currency }: Invoice) {
  const money = amount === null ? '' : formatMoney(amount, currency)
  return (document: InvoiceDocument): MailContent => {
    switch (kind) {
      case 'payment':
        return paymentMail(document, money)
      case 'refund':
        return refundMail(document, money)
      case 'void':
        return voidMail(document)
    }
  }
}
