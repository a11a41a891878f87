import type { ScopedId } from '../../../domain/scoped-id.ts'
import { rolledBack } from '../../../platform/database/rolled-back.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { withLogo } from '../../emails/document.ts'
import { findLatestEmail } from '../../emails/service.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { findInvoice } from '../../invoices/ledger.ts'
import { findOrRefuse } from '../../invoices/read.ts'
import { pdfFileName } from '../documents/pdf/pdf.ts'
import { type SendDeps, sendWithin } from '../send.ts'
import { findAddress } from '../send-mail.ts'
import type { InvoiceMail, InvoiceMailQuery } from './schemas.ts'

type MailRequest = ScopedId & { options: InvoiceMailQuery }

/** Placeholder recipient when the customer has no address. */
const NOBODY = 'nobody@example.invalid'

/**
 * Previews the email that sending an invoice would write. Writes and reads the email in a
 * transaction that is rolled back.
 */
export async function previewMail(
  deps: SendDeps,
  request: MailRequest,
  moment: Moment,
): Promise<InvoiceMail> {
  const found = await findOrRefuse(deps.db, request)
  return rolledBack(deps.db, async (tx) => {
    const mail = await writeMail(tx, deps, { found, options: request.options }, moment)
    const { to, cc, subject, text, number, warnings } = mail
    return {
      recipientEmail: to === NOBODY ? null : to,
      copies: cc,
      subject,
      text,
      attachment: pdfFileName({ number }),
      warnings,
    }
  })
}

/** Previews the email as an HTML document with the logo. */
export async function previewMailDocument(
  deps: SendDeps,
  request: MailRequest,
  moment: Moment,
): Promise<string> {
  const found = await findOrRefuse(deps.db, request)
  return rolledBack(deps.db, async (tx) => {
    const { html } = await writeMail(tx, deps, { found, options: request.options }, moment)
    return withLogo(tx, request.organizationId, html)
  })
}

async function writeMail(
  tx: Tx,
  deps: SendDeps,
  { found, options }: { found: Invoice; options: InvoiceMailQuery },
  moment: Moment,
) {
  const { organizationId, customerId, id } = found
  const isReachable =
    options.recipientEmail !== undefined || (await findAddress(tx, found)) !== null
  const chosen = isReachable ? options : { ...options, recipientEmail: NOBODY }
  // A preview does not count towards the hourly limit.
  const sending = { ...chosen, isRequested: false }
  const { warnings = [] } = await sendWithin(tx, deps, found, sending, moment)
  const [mail, invoice] = await Promise.all([
    findLatestEmail(tx, { organizationId, invoiceId: id, kind: 'invoice' }),
    findInvoice(tx, { organizationId, customerId, id }),
  ])
  if (!mail || !invoice) throw new Error(`no mail was written about invoice ${id}`)
  return { ...mail, number: invoice.invoiceNumber, warnings }
}
