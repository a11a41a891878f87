import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { getCustomer } from '../customers/service.ts'
import type { Moment } from '../organizations/business-clock.ts'
import { computeInvoice } from './compute.ts'
import { findDraft, makeDraft, termsOf } from './draft.ts'
import { getInvoice } from './read.ts'
import type { InvoiceBody, InvoicePreview } from './schemas.ts'
import { holdSubject, readSubject, type SubjectKey } from './subject.ts'
import { previewBody } from './view.ts'
import { type AskedWindow, chooseWindow } from './window.ts'

export type GenerateRequest = SubjectKey & { asked: AskedWindow }

/** Makes the draft of a window, or computes it again while it is a draft. */
export async function generateInvoice(
  db: Db,
  request: GenerateRequest,
  moment: Moment,
): Promise<InvoiceBody> {
  const { organizationId, customerId } = request
  return db.transaction().execute(async (tx) => {
    await getCustomer(tx, { organizationId, id: customerId })
    const subject = await holdSubject(tx, request)
    const window = chooseWindow(subject, request.asked, moment.businessNow)
    return getInvoice(tx, await makeDraft(tx, subject, window, moment))
  })
}

/** What `generateInvoice` would make, computed in the same way; nothing is stored. */
export async function previewInvoice(
  db: Db,
  request: GenerateRequest,
  moment: Moment,
): Promise<InvoicePreview> {
  const { organizationId, customerId } = request
  return db.transaction().execute(async (tx) => {
    const customer = await getCustomer(tx, { organizationId, id: customerId })
    const subject = await readSubject(tx, request)
    const window = chooseWindow(subject, request.asked, moment.businessNow)
    const draft = await findDraft(tx, subject, window)
    const computing = { window, invoiceId: draft?.id ?? null, at: moment.businessNow }
    const computed = await computeInvoice(tx, subject, computing)
    return previewBody(computed, {
      customer,
      subject,
      terms: termsOf(subject, moment),
      lineId: newId,
    })
  })
}
