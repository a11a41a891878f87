import { oneLine } from '../../../../platform/mail/mail-address.ts'
import type { InvoiceDocument } from '../document.ts'
import { priceText } from '../lines.ts'
import { totalRows } from '../totals.ts'
import type { MailWords } from './words.ts'

/** Renders the email as plain text for mail programs without HTML. */
export function renderText(document: InvoiceDocument, words: MailWords): string {
  const { number, issueDate, dueDate, period, lines, payUrl, accountUrl, seller, buyer } = document
  const { name, taxNote, memo, footer } = document
  const parts = [
    [oneLine(words.title)],
    [oneLine(words.lead)],
    words.message ? [words.message] : [],
    payUrl ? [`${words.payLabel}: ${payUrl}`] : [],
    [
      `${name}: ${number}`,
      `Billed to: ${oneLine(buyer.name)}`,
      ...(issueDate === null ? [] : [`Issued: ${issueDate}`]),
      `Due: ${dueDate}`,
      `Period: ${period}`,
    ],
    lines.flatMap((line) => [
      oneLine(
        [`${line.description}:`, ...[priceText(line) ?? []].flat(), `= ${line.amount}`].join(' '),
      ),
      ...line.notes.map((text) => `  ${oneLine(text)}`),
    ]),
    totalRows(document).map(({ label, amount }) => oneLine(`${label}: ${amount}`)),
    taxNote ? [taxNote] : [],
    memo ? [memo] : [],
    accountUrl ? [`View your account: ${accountUrl}`] : [],
    [
      oneLine(seller.name),
      ...seller.address,
      ...(seller.email ? [seller.email] : []),
      ...(seller.taxId ? [`Tax ID: ${seller.taxId}`] : []),
    ],
    footer ? [footer] : [],
  ]
  const text = parts.filter((part) => part.length > 0).map((part) => part.join('\n'))
  return `${text.join('\n\n')}\n`
}
