import { Group, Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '../../api/api.gen.ts'
import { ApiError } from '../../api/api-error.ts'
import { invoiceQuery } from '../../api/invoices.ts'
import { InvoiceBadge } from '../../ui/billing/invoice-badge.tsx'
import { InvoiceLines } from '../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../ui/billing/invoice-sums.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { CustomerLink } from '../customers/customer-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** An invoice as the customer gets it, and what one can do with it. */
export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const { slug } = useOrganization()
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(slug, invoiceId))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <Gone />
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
      <Paper withBorder p="md">
        <Stack gap="md">
          <InvoiceLines
            lines={invoice.lineItems}
            currency={invoice.currency}
            dates={{ ...invoice, timeZone: invoice.buyer.timezone }}
          />
          <InvoiceSums bill={invoice} timeZone={invoice.buyer.timezone} />
        </Stack>
      </Paper>
    </Stack>
  )
}

function Head({ invoice }: { invoice: Invoice }) {
  const { invoiceNumber, status, customerId, customerName } = invoice
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <PageTitle>{invoiceNumber}</PageTitle>
        <InvoiceBadge status={status} />
      </Group>
      <CustomerLink customerId={customerId} name={customerName} />
    </Stack>
  )
}

function Gone() {
  return (
    <Page title="There is no such invoice">
      <Empty title="Its address may be mistyped">Invoices are never deleted.</Empty>
    </Page>
  )
}
