import type { Db } from '../../../../platform/database.ts'
import { type Attachment, MailRefused } from '../../../../platform/mail/mailer.ts'
import { type Email, type EmailKind, OUTDATED } from '../../../emails/email.ts'
import { getSettings } from '../../../organizations/settings.ts'
import { type DocumentConfig, getInvoiceDocument } from '../document.ts'
import { inlineLogo } from '../logo.ts'
import { type PdfRenderer, pdfFileName } from '../pdf/pdf.ts'

/** Emails that are no longer sent once the invoice is void. */
const ASKS_FOR_MONEY: ReadonlySet<EmailKind> = new Set(['invoice', 'reminder'])

/**
 * Returns the attachments of an email about an invoice, in its state at the time of sending. The
 * lines never change after sending, but payments do. Throws MailRefused when the email has become
 * outdated.
 */
export async function mailAttachments(
  { db, config, pdf }: { db: Db; config: DocumentConfig; pdf: PdfRenderer },
  {
    organizationId,
    customerId,
    invoiceId,
    kind,
  }: Pick<Email, 'organizationId' | 'customerId' | 'invoiceId' | 'kind'>,
): Promise<Attachment[]> {
  if (invoiceId === null) {
    const { logo } = await getSettings(db, organizationId)
    return [inlineLogo(logo) ?? []].flat()
  }
  const document = await getInvoiceDocument(db, config, {
    organizationId,
    customerId,
    id: invoiceId,
  })
  const { status, number, seller } = document
  const isOver =
    (status === 'void' && ASKS_FOR_MONEY.has(kind)) || (kind === 'reminder' && !document.payUrl)
  if (isOver) throw new MailRefused(`${OUTDATED}invoice ${number} is ${status} by now`)
  const logo = inlineLogo(seller.logo)
  const invoice = {
    filename: pdfFileName(document),
    contentType: 'application/pdf',
    content: await pdf.render(document, { urgency: 'mail' }),
  }
  return logo ? [invoice, logo] : [invoice]
}
