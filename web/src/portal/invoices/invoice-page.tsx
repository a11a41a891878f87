import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import type { PortalInvoice } from '../../api/api-types.ts'
import { portalInvoiceQuery } from '../../api/portal.ts'
import { InvoiceBadge } from '../../ui/billing/invoice-badge.tsx'
import { TOP_UP } from '../../ui/billing/invoice-kinds.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { formatAmount } from '../../ui/values/money.ts'
import type { From } from '../paying/invoice-search.ts'
import { PayButton } from '../paying/pay-button.tsx'
import { PaymentResult } from '../paying/payment-result.tsx'
import { useConfirmation } from '../paying/use-confirmation.ts'
import { usePortalSession } from '../session/portal-session.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'
import { PortalPage } from '../shell/portal-page.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import classes from './invoices.module.css'
import { PdfButton } from './pdf-button.tsx'

const HEIGHT = 480

/** Shows one invoice: the amount due, how to pay it, and the document. */
export function InvoicePage({ invoiceId, from }: { invoiceId: string; from: From }) {
  const confirmation = useConfirmation(from)
  const query = useQuery({
    ...portalInvoiceQuery(invoiceId),
    refetchInterval: ({ state: { data } }) => confirmation.askAgainAfter(data),
  })
  const { error, data } = query
  if (data === undefined && error instanceof ApiError && [400, 404].includes(error.status)) {
    return <InvoiceNotFound />
  }
  return (
    <Loaded query={query} height={HEIGHT}>
      {(invoice) => (
        <>
          <PaymentResult invoice={invoice} from={from} confirmation={confirmation} />
          <Stack gap="lg">
            <Head invoice={invoice} isConfirming={confirmation.isOpen(invoice)} />
            <InvoiceDocument invoice={invoice} />
          </Stack>
        </>
      )}
    </Loaded>
  )
}

function Head({ invoice, isConfirming }: { invoice: PortalInvoice; isConfirming: boolean }) {
  const { organizationName } = usePortalSession()
  const { invoiceNumber, kind, status, amountDue, total, currency } = invoice
  const isOpen = status === 'issued' || status === 'overdue'
  return (
    <Stack gap="sm">
      <Group gap="md">
        <PortalAnchor to="/portal/invoices" size="sm">
          Invoices
        </PortalAnchor>
        {kind === 'top_up' && (
          <PortalAnchor to="/portal/credit" size="sm">
            Your credit
          </PortalAnchor>
        )}
      </Group>
      <Group gap="sm">
        <PageTitle
          tab={`${kind === 'top_up' ? 'Top-up invoice' : 'Invoice'} ${invoiceNumber}`}
          site={organizationName}
        >
          {invoiceNumber}
        </PageTitle>
        <InvoiceBadge status={status} />
      </Group>
      <div>
        <div className={classes.due}>{formatAmount(isOpen ? amountDue : total, currency)}</div>
        <Text c="dimmed">
          {kind === 'top_up' && `${TOP_UP}. `}
          {aboutAmount(invoice)}
        </Text>
      </div>
      <Group gap="sm">
        {!isConfirming && <PayButton invoice={invoice} />}
        <PdfButton invoice={invoice} />
      </Group>
      {isOpen && !invoice.canPay && !isConfirming && <CannotPay invoice={invoice} />}
    </Stack>
  )
}

function aboutAmount({ status, dueDate, paidAt, timezone, currency }: PortalInvoice): string {
  const day = (instant: string) => formatDay(dayIn(instant, timezone))
  switch (status) {
    case 'issued':
      return `Due ${day(dueDate)}`
    case 'overdue':
      return `Was due ${day(dueDate)}`
    case 'paid':
      return paidAt === null ? 'Paid' : `Paid ${day(paidAt)}`
    case 'void':
      return 'Cancelled. You do not have to pay it.'
    case 'refunded':
      return `Refunded, in ${currency}`
  }
}

/** Shown if the organization accepts no cards, or if a payment is pending. */
function CannotPay({ invoice: { seller, isPaymentPending } }: { invoice: PortalInvoice }) {
  return (
    <Text size="sm" c="dimmed">
      {isPaymentPending
        ? 'A payment for this invoice is in progress. You do not have to do anything.'
        : `This invoice cannot be paid here. To pay it, contact ${seller.email ?? seller.name}.`}
    </Text>
  )
}

/** Shown for another customer's invoice and for one that does not exist. */
function InvoiceNotFound() {
  return (
    <PortalPage title="Invoice not found" about="The address may be mistyped.">
      <PortalAnchor to="/portal/invoices">All invoices</PortalAnchor>
    </PortalPage>
  )
}
