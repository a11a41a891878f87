import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import type { Invoice } from '../../../api/api-types.ts'
import { invoiceQuery } from '../../../api/invoices.ts'
import { TOP_UP } from '../../../ui/billing/invoice-kinds.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { formatAmount } from '../../../ui/values/money.ts'
import { CustomerLink } from '../../links/customer-link.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { InvoiceActions } from '../actions/invoice-actions.tsx'
import { DueDay } from '../list/due-day.tsx'
import { InternalPanel } from './internal-panel.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import classes from './invoice-page.module.css'
import { InvoiceSteps } from './invoice-steps.tsx'
import { TimelinePanel } from './timeline-panel.tsx'

/** An invoice as the customer receives it, with its timeline and actions. */
export function InvoicePage({ invoiceId, line }: { invoiceId: string; line: string | undefined }) {
  const { slug } = useOrganization()
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(slug, invoiceId))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <InvoiceNotFound />
  if (invoice === undefined) {
    return (
      <Page title="Invoice">
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <LinesSkeleton lines={6} />
        )}
      </Page>
    )
  }
  return (
    <Stack gap="md">
      <Head invoice={invoice} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Figures invoice={invoice} />
      {invoice.kind === 'top_up' && <AboutTopUp customerId={invoice.customerId} />}
      {invoice.issuedWithoutEmail && (
        <Text c="var(--mantine-color-error)">
          This invoice was issued automatically but not emailed, because the customer has no email
          address. Add an address, then send the invoice.
        </Text>
      )}
      <div className={classes.columns}>
        <InvoiceDocument invoice={invoice} openLine={line} />
        <Stack gap="md">
          {invoice.kind !== 'top_up' && <InternalPanel invoice={invoice} />}
          <TimelinePanel invoice={invoice} />
        </Stack>
      </div>
    </Stack>
  )
}

function Head({ invoice }: { invoice: Invoice }) {
  const { slug } = useOrganization()
  return (
    <Stack gap={4}>
      <AnchorLink to="/o/$slug/invoices" params={{ slug }} size="sm">
        Invoices
      </AnchorLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0}>
          <Group gap="sm">
            <PageTitle tab={`Invoice ${invoice.invoiceNumber}`}>{invoice.invoiceNumber}</PageTitle>
            {invoice.kind === 'top_up' && <Badge color="gray">{TOP_UP}</Badge>}
          </Group>
          <CustomerLink customerId={invoice.customerId} name={invoice.customerName} />
        </Stack>
        <InvoiceActions invoice={invoice} />
      </Group>
      <InvoiceSteps status={invoice.status} />
    </Stack>
  )
}

/** A top-up is cash and no revenue, so it has neither cost nor margin. */
function AboutTopUp({ customerId }: { customerId: string }) {
  const { slug } = useOrganization()
  return (
    <Text>
      An advance without tax: once it is paid, the customer has credit of this amount.{' '}
      <AnchorLink to="/o/$slug/customers/$customerId/credit" params={{ slug, customerId }}>
        Credit of the customer
      </AnchorLink>
    </Text>
  )
}

function Figures({ invoice }: { invoice: Invoice }) {
  const now = useBusinessTime()
  const { total, amountDue, currency, status } = invoice
  return (
    <FigureGrid
      figures={[
        { label: 'Total', value: formatAmount(total, currency), note: currency },
        {
          label: 'Amount due',
          value: status === 'draft' ? '–' : formatAmount(amountDue, currency),
          note: status === 'draft' ? 'Once it is sent' : undefined,
        },
        { label: 'Due', value: <DueDay invoice={invoice} now={now} /> },
      ]}
    />
  )
}

/** Shown for an invoice of another organization and for one that does not exist. */
function InvoiceNotFound() {
  const { slug } = useOrganization()
  return (
    <Page title="Invoice not found">
      <Empty
        title="The address may be mistyped"
        action={
          <AnchorLink to="/o/$slug/invoices" params={{ slug }}>
            All invoices
          </AnchorLink>
        }
      >
        Invoices are never deleted. A voided invoice stays in your lists.
      </Empty>
    </Page>
  )
}
