import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isRefusal } from '../../../api/api-error.ts'
import type { SeatsPreview as Preview, SeatsCreate } from '../../../api/api-types.ts'
import { seatsPreviewQuery } from '../../../api/seats.ts'
import { InvoiceLines } from '../../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../../ui/billing/invoice-sums.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatPeriod } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'

const PAUSE_MS = 400
const HEIGHT = 220

type Props = { subscriptionId: string; timeZone: string; asked: SeatsCreate | undefined }

/** The invoice of the period in which a change of seats falls, computed by the invoicing code. */
export function SeatsPreview({ subscriptionId, timeZone, asked }: Props) {
  const { slug } = useOrganization()
  const [body] = useDebouncedValue(asked, PAUSE_MS)
  const query = useQuery({
    ...seatsPreviewQuery(slug, subscriptionId, body ?? { seatsCount: 0 }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { error } = query
  return (
    <Panel title="Preview" about="Nothing is saved yet.">
      {body === undefined ? (
        <Text c="dimmed">Enter a number of seats to see the invoice.</Text>
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
  const { invoice, invoiceBefore } = preview
  const { lineItems, currency, periodStart, periodEnd } = invoice
  const period = { start: periodStart, end: periodEnd }
  return (
    <Stack gap={8}>
      <Text fw={500} size="sm">
        Invoice of {formatPeriod(period, timeZone)}
      </Text>
      <InvoiceLines
        lines={lineItems}
        currency={currency}
        dates={{ timeZone, periodStart, periodEnd }}
      />
      <InvoiceSums bill={invoice} timeZone={timeZone} />
      <Text size="sm">
        Total: {formatAmount(invoiceBefore.total, currency)} without the change,{' '}
        {formatAmount(invoice.total, currency)} with it
      </Text>
      <Text size="xs" c="dimmed">
        Includes the usage recorded so far; more usage adds to it.
      </Text>
    </Stack>
  )
}
