import { Text } from '@mantine/core'
import type { PortalInvoiceSummary } from '../../api/api.gen.ts'
import { billAmount } from '../../ui/billing/bill-amounts.ts'
import { InvoiceBadge } from '../../ui/billing/invoice-badge.tsx'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'
import classes from './invoices.module.css'
import { PdfButton } from './pdf-button.tsx'

type Props = {
  invoices: readonly PortalInvoiceSummary[]
  label: string
  /** What is still to be paid of each. */
  isToPay?: boolean
}

/** Invoices under one another: number, date, state, amount, PDF. */
export function InvoiceRows({ invoices, label, isToPay = false }: Props) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} isToPay={isToPay} />
      ))}
    </ul>
  )
}

function InvoiceRow({ invoice, isToPay }: { invoice: PortalInvoiceSummary; isToPay: boolean }) {
  const { id, invoiceNumber, status, currency, total, amountDue, issueDate, dueDate } = invoice
  const isOpen = status === 'issued' || status === 'overdue'
  const day = (instant: string) => formatDay(dayIn(instant, invoice.timezone))
  return (
    <li>
      <div className={classes.what}>
        <PortalAnchor to="/portal/invoices/$invoiceId" params={{ invoiceId: id }} fw={500}>
          {invoiceNumber}
        </PortalAnchor>
        {isToPay && status === 'overdue' ? (
          <Text size="sm" c="var(--mantine-color-error)">
            Overdue since {day(dueDate)}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {isOpen ? `Due ${day(dueDate)}` : day(issueDate)}
          </Text>
        )}
      </div>
      <div className={classes.much}>
        <div className={classes.amount}>{billAmount(isToPay ? amountDue : total, currency)}</div>
        {!isToPay && <InvoiceBadge status={status} />}
      </div>
      <PdfButton invoice={invoice} isSmall />
    </li>
  )
}
