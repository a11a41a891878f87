import { dateAt } from '../../domain/time/dates.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import { getCustomer } from '../customers/service.ts'
import type { Invoice as InvoiceBody } from '../invoices/invoice-fields.ts'
import { getInvoice } from '../invoices/read.ts'
import {
  type BillingContext,
  type BillingKey,
  lockBillingContext,
  readBillingContext,
} from './context/billing-context.ts'
import { findDraft, makeDraft, termsOf } from './drafts/draft.ts'
import { listExistingInvoices } from './drafts/overlap-queries.ts'
import { refuseUnshowable } from './drafts/showable.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { computeFinalInvoice, type FinalInvoice, storeFinalInvoice } from './final-invoice.ts'
import { computeInvoice } from './lines/compute.ts'
import { previewBody } from './preview-body.ts'
import { provisionalOf } from './provisional.ts'
import type { InvoicePreview } from './schemas.ts'
import { type AskedWindow, chooseWindow } from './window.ts'

export type GenerateRequest = BillingKey & { asked: AskedWindow }

/** Creates the draft of a window, or recomputes the existing draft. */
export async function generateInvoice(
  db: Db,
  request: GenerateRequest,
  moment: Moment,
): Promise<InvoiceBody> {
  const { organizationId, customerId } = request
  return db.transaction().execute(async (tx) => {
    await getCustomer(tx, { organizationId, id: customerId })
    const billing = await lockBillingContext(tx, request)
    const window = chooseWindow(billing, request.asked, moment.businessNow)
    const finalInvoice = await finalInvoiceInstead(
      tx,
      { billing, window, request, isStored: true },
      moment,
    )
    const key = finalInvoice
      ? await storeFinalInvoice(tx, billing, finalInvoice, moment)
      : await makeDraft(tx, billing, window, moment)
    return getInvoice(tx, key)
  })
}

/**
 * Returns the invoice that `generateInvoice` would create, by the same code path, without storing
 * it.
 */
export function previewInvoice(
  db: Db,
  request: GenerateRequest,
  moment: Moment,
): Promise<InvoicePreview> {
  return db.transaction().execute((tx) => previewInvoiceIn(tx, request, moment))
}

/** Like `previewInvoice`, in the caller's transaction, which may compute several concurrently. */
export async function previewInvoiceIn(
  tx: Tx,
  request: GenerateRequest,
  moment: Moment,
): Promise<InvoicePreview> {
  const { organizationId, customerId } = request
  const customer = await getCustomer(tx, { organizationId, id: customerId })
  const billing = await readBillingContext(tx, request)
  const window = chooseWindow(billing, request.asked, moment.businessNow)
  const finalInvoice = await finalInvoiceInstead(
    tx,
    { billing, window, request, isStored: false },
    moment,
  )
  const computed = finalInvoice?.computed ?? (await computeWindow(tx, billing, window, moment))
  refuseUnshowable(computed)
  return previewBody(computed, {
    customer,
    billing,
    terms: termsOf(billing, moment),
    lineId: newId,
    provisional: await provisionalOf(tx, billing, computed.window),
  })
}

async function computeWindow(tx: Tx, billing: BillingContext, window: Range, moment: Moment) {
  const draft = await findDraft(tx, billing, window)
  const invoiceId = draft?.id ?? null
  const computing = { window, invoiceId, at: moment.businessNow, isStored: false }
  return computeInvoice(await loadInvoiceFacts(tx, billing, computing))
}

type Asked = { billing: BillingContext; window: Range; request: GenerateRequest; isStored: boolean }

/**
 * Computes the final invoice if no window was requested and the last period is already invoiced.
 */
async function finalInvoiceInstead(
  tx: Tx,
  { billing, window, request, isStored }: Asked,
  { businessNow }: Moment,
): Promise<FinalInvoice | undefined> {
  const { billingPeriodStart, billingPeriodEnd } = request.asked
  if (billingPeriodStart !== undefined || billingPeriodEnd !== undefined) return undefined
  const range = { start: dateAt(window.start), end: dateAt(window.end) }
  const existing = await listExistingInvoices(tx, request, range)
  const isInvoiced = existing.some(({ status }) => status !== 'draft')
  return isInvoiced ? computeFinalInvoice(tx, billing, { businessNow, isStored }) : undefined
}
