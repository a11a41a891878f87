import { dayIn, formatDay } from '../values/dates.ts'
import { formatAmount, formatShare } from '../values/money.ts'
import type { BillTotals } from './bill.ts'
import { lessAmount } from './less-amount.ts'

export type TotalRow = { label: string; amount: string; isStrong?: boolean }

const METHODS: Readonly<Record<string, string>> = {
  card: ' by card',
  bank_transfer: ' by bank transfer',
  cash: ' by cash',
  check: ' by check',
}

/** Returns the rows from the subtotal to the amount due, in the order and words of the document. */
export function totalRows(
  bill: BillTotals,
  timeZone: string,
  { isRunning = false }: { isRunning?: boolean } = {},
): TotalRow[] {
  const { currency, discounts, promotions, taxes, creditTotal, total } = bill
  const { amountDue, amountRefunded = 0 } = bill
  const money = (amount: number) => formatAmount(amount, currency)
  const less = (amount: number) => lessAmount(amount, currency)
  const payments = (bill.payments ?? []).filter(
    ({ status = 'succeeded' }) => status === 'succeeded',
  )
  const isDueAtOnce = payments.length === 0 && amountRefunded === 0 && total === amountDue
  const isReduced = discounts.length > 0 || promotions.length > 0
  const isSubtotalShown = isReduced || (creditTotal !== 0 && taxes.length === 0)
  return [
    ...(isSubtotalShown ? [{ label: 'Subtotal', amount: money(bill.subtotal) }] : []),
    ...discounts.map(({ name, percentOff, amount }) => ({
      label: percentOff === null ? name : `${name} (${formatShare(percentOff)} off)`,
      amount: less(amount),
    })),
    ...promotions.map(({ name, amount }) => ({ label: name, amount: less(amount) })),
    ...(taxes.length === 0 ? [] : [{ label: 'Net total', amount: money(bill.netTotal) }]),
    ...taxes.map(({ name, percentage, isInclusive, amount }) => ({
      label: `${name} ${formatShare(percentage)}${isInclusive ? ', included in the prices' : ''}`,
      amount: money(amount),
    })),
    ...creditRow(creditTotal, less),
    {
      label: isRunning ? 'Total so far' : isDueAtOnce ? 'Total due' : 'Total',
      amount: money(total),
      isStrong: true,
    },
    ...payments.map((payment) => ({
      label: paymentLabel(payment, money, timeZone),
      amount: less(payment.amount),
    })),
    ...(amountRefunded === 0 ? [] : [{ label: 'Refunded', amount: money(amountRefunded) }]),
    ...(isDueAtOnce ? [] : [{ label: 'Amount due', amount: money(amountDue), isStrong: true }]),
  ]
}

/** Credit that was applied, or that is left for later invoices. */
function creditRow(creditTotal: number, less: (amount: number) => string): TotalRow[] {
  if (creditTotal === 0) return []
  const label = creditTotal > 0 ? 'Credit' : 'Left as credit for later invoices'
  return [{ label, amount: less(creditTotal) }]
}

function paymentLabel(
  { paidAt, method, reference, amountRefunded }: NonNullable<BillTotals['payments']>[number],
  money: (amount: number) => string,
  timeZone: string,
): string {
  const day = paidAt === null ? '' : ` ${formatDay(dayIn(paidAt, timeZone))}`
  const named = reference === null ? '' : ` (${reference})`
  const back = amountRefunded === 0 ? '' : `, of which ${money(amountRefunded)} refunded`
  return `Paid${day}${METHODS[method] ?? ''}${named}${back}`
}
