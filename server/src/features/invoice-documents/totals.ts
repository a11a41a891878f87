import type { InvoiceDocument } from './document.ts'

export type TotalRow = { label: string; amount: string; isStrong: boolean }

/** From the sum of the lines to what is due, as a reader adds it up. */
export function totalRows(document: InvoiceDocument): TotalRow[] {
  const { subtotal, discounts, taxes, total, payments, amountRefunded, amountDue } = document
  const plain = (rows: readonly { label: string; amount: string }[]) =>
    rows.map((row) => ({ ...row, isStrong: false }))
  const isSimple = discounts.length + taxes.length === 0
  return [
    ...(isSimple ? [] : plain([{ label: 'Subtotal', amount: subtotal }])),
    ...plain(discounts),
    ...plain(taxes),
    { label: 'Total', amount: total, isStrong: true },
    ...plain(payments),
    ...(amountRefunded === null ? [] : plain([{ label: 'Refunded', amount: amountRefunded }])),
    { label: 'Amount due', amount: amountDue, isStrong: true },
  ]
}
