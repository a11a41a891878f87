import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isRefusal } from '../../../api/api-error.ts'
import type {
  FirstInvoicePreview,
  PlanChangeCreate,
  PlanChangePreview as Preview,
} from '../../../api/api-types.ts'
import { planChangePreviewQuery } from '../../../api/plan-changes.ts'
import { InvoiceLines } from '../../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../../ui/billing/invoice-sums.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatDay, formatPeriod } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'

const PAUSE_MS = 400
const HEIGHT = 160

type Props = { subscriptionId: string; timeZone: string; asked: PlanChangeCreate | undefined }

/** The invoices around a change of plan, computed by the invoicing code. */
export function PlanChangePreview({ subscriptionId, timeZone, asked }: Props) {
  const { slug } = useOrganization()
  const [body] = useDebouncedValue(asked, PAUSE_MS)
  const query = useQuery({
    ...planChangePreviewQuery(slug, subscriptionId, body ?? { planId: '', when: 'now' }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { error } = query
  return (
    <Panel title="Preview" about="Nothing is saved yet.">
      {body === undefined ? (
        <Text c="dimmed">Choose a plan and a date to see the invoices.</Text>
      ) : isRefusal(error) ? (
        <Text c="var(--mantine-color-error)" role="status" style={{ overflowWrap: 'anywhere' }}>
          {error.message}
        </Text>
      ) : (
        <Loaded query={query} height={HEIGHT}>
          {(preview) => <Known preview={preview} timeZone={timeZone} />}
        </Loaded>
      )}
    </Panel>
  )
}

function Known({ preview, timeZone }: { preview: Preview; timeZone: string }) {
  const { effectiveFrom, closingInvoice, firstInvoice, periodBefore, periodAfter } = preview
  return (
    <Stack gap="md">
      <Text size="sm">The first day of the new plan is {formatDay(effectiveFrom)}.</Text>
      {closingInvoice && (
        <Bill title="Last invoice of the old plan" invoice={closingInvoice} timeZone={timeZone} />
      )}
      {firstInvoice && (
        <Bill title="First invoice of the new plan" invoice={firstInvoice} timeZone={timeZone} />
      )}
      {periodBefore && periodAfter && (
        <Text size="sm">
          A full period without usage: {formatAmount(periodBefore.total, periodBefore.currency)}{' '}
          before, {formatAmount(periodAfter.total, periodAfter.currency)} after
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Includes the usage recorded so far; more usage adds to it.
      </Text>
    </Stack>
  )
}

type BillProps = { title: string; invoice: FirstInvoicePreview; timeZone: string }

function Bill({ title, invoice, timeZone }: BillProps) {
  const { lineItems, currency, periodStart, periodEnd } = invoice
  return (
    <Stack gap={8}>
      <Text fw={500} size="sm">
        {title}, {formatPeriod({ start: periodStart, end: periodEnd }, timeZone)}
      </Text>
      <InvoiceLines
        lines={lineItems}
        currency={currency}
        dates={{ timeZone, periodStart, periodEnd }}
      />
      <InvoiceSums bill={invoice} timeZone={timeZone} />
    </Stack>
  )
}
