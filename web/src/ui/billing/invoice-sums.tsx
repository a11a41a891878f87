import type { BillTotals } from './bill.ts'
import classes from './billing.module.css'
import { totalRows } from './total-rows.ts'

type Props = {
  bill: BillTotals
  timeZone: string
  /** True for a period that has not ended, of which nothing is due yet. */
  isRunning?: boolean
}

/** Totals of an invoice or a preview, from the subtotal to the amount due. */
export function InvoiceSums({ bill, timeZone, isRunning = false }: Props) {
  return (
    <dl className={classes.sums}>
      {totalRows(bill, timeZone, { isRunning }).map(({ label, amount, isStrong = false }) => (
        <div key={label} data-strong={isStrong}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
