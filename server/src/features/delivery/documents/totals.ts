import type { InvoiceDocument } from './document.ts'

export type TotalRow = { label: string; amount: string; isStrong: boolean }

/**
 * Returns the totals from the sum of the lines to the amount due, as a reader adds them up, without
 * repetitions.
 */
export function totalRows(document: InvoiceDocument): TotalRow[] {
  const { subtotal, discounts, promotions, netTotal, taxes, credit, total, payments } = document
  const { amountRefunded, amountDue } = document
  const plain = (label: string, amount: string) => ({ label, amount, isStrong: false })
  const strong = (label: string, amount: string) => ({ label, amount, isStrong: true })
  const isDueAtOnce = payments.length === 0 && amountRefunded === null && total === amountDue
  const isReduced = discounts.length > 0 || promotions.length > 0
  const isSubtotalShown = isReduced || (credit !== null && netTotal === null)
  return [
    ...(isSubtotalShown ? [plain('Subtotal', subtotal)] : []),
    ...[...discounts, ...promotions].map(({ label, amount }) => plain(label, amount)),
    ...(netTotal === null ? [] : [plain('Net total', netTotal)]),
    ...taxes.map(({ label, amount }) => plain(label, amount)),
    ...(credit === null ? [] : [plain(credit.label, credit.amount)]),
    strong(isDueAtOnce ? 'Total due' : 'Total', total),
    ...payments.map(({ label, amount }) => plain(label, amount)),
    ...(amountRefunded === null ? [] : [plain('Refunded', amountRefunded)]),
    ...(isDueAtOnce ? [] : [strong('Amount due', amountDue)]),
  ]
}
