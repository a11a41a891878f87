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

/** Where the customer has no address the mail is written to nobody. */
const NOBODY = 'nobody@example.invalid'

/** The mail that sending an invoice would write now: it is written, read and undone. */
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

/** The same as a document, with the logo in it. */
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
  // Looking at a mail is not asking for one, so it counts towards no limit.
  const sending = { ...chosen, isRequested: false }
  const { warnings = [] } = await sendWithin(tx, deps, found, sending, moment)
  const [mail, invoice] = await Promise.all([
    findLatestEmail(tx, { organizationId, invoiceId: id, kind: 'invoice' }),
    findInvoice(tx, { organizationId, customerId, id }),
  ])
  if (!mail || !invoice) throw new Error(`no mail was written about invoice ${id}`)
  return { ...mail, number: invoice.invoiceNumber, warnings }
}
