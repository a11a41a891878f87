import { Text } from '@mantine/core'
import type { PortalInvoiceSummary } from '../../api/api-types.ts'
import { InvoiceBadge } from '../../ui/billing/invoice-badge.tsx'
import { TOP_UP } from '../../ui/billing/invoice-kinds.ts'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { formatAmount } from '../../ui/values/money.ts'
import { PayButton } from '../paying/pay-button.tsx'
import { PortalAnchor } from '../shell/portal-link.tsx'
import classes from './invoices.module.css'
import { PdfButton } from './pdf-button.tsx'

type Props = {
  invoices: readonly PortalInvoiceSummary[]
  label: string
  /** True if the list is for paying invoices. */
  canPay?: boolean
}

/** A list of invoices: number, date, status, amount and PDF. */
export function InvoiceRows({ invoices, label, canPay = false }: Props) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} canPay={canPay} />
      ))}
    </ul>
  )
}

function InvoiceRow({ invoice, canPay }: { invoice: PortalInvoiceSummary; canPay: boolean }) {
  const { id, invoiceNumber, kind, status, currency, total, amountDue, issueDate, dueDate } =
    invoice
  const isOpen = status === 'issued' || status === 'overdue'
  const day = (instant: string) => formatDay(dayIn(instant, invoice.timezone))
  return (
    <li>
      <div className={classes.what}>
        <PortalAnchor to="/portal/invoices/$invoiceId" params={{ invoiceId: id }} fw={500}>
          {invoiceNumber}
        </PortalAnchor>
        {canPay && status === 'overdue' ? (
          <Text size="sm" c="var(--mantine-color-error)">
            Overdue since {day(dueDate)}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {kind === 'top_up' && `${TOP_UP}, `}
            {isOpen ? `Due ${day(dueDate)}` : day(issueDate)}
          </Text>
        )}
      </div>
      <div className={classes.much}>
        <div className={classes.amount}>{formatAmount(canPay ? amountDue : total, currency)}</div>
        {!canPay && <InvoiceBadge status={status} />}
      </div>
      {canPay ? <PayButton invoice={invoice} isSmall /> : <PdfButton invoice={invoice} isSmall />}
    </li>
  )
}
