import type { BillTotals } from './bill.ts'
import classes from './billing.module.css'
import { totalRows } from './total-rows.ts'

/** Totals of an invoice or a preview, from the subtotal to the amount due. */
export function InvoiceSums({ bill, timeZone }: { bill: BillTotals; timeZone: string }) {
  return (
    <dl className={classes.sums}>
      {totalRows(bill, timeZone).map(({ label, amount, isStrong = false }) => (
        <div key={label} data-strong={isStrong}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
