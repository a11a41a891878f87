import { Stack, Text } from '@mantine/core'
import type { FirstInvoicePreview } from '../../../api/api-types.ts'
import { InvoiceLines } from '../../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../../ui/billing/invoice-sums.tsx'

type Props = { invoice: FirstInvoicePreview; timeZone: string }

/** Preview of the first period's invoice, line by line. */
export function FirstInvoice({ invoice, timeZone }: Props) {
  const { lineItems, currency, periodStart, periodEnd } = invoice
  return (
    <Stack gap={8}>
      <Text fw={500} size="sm">
        First invoice
      </Text>
      <InvoiceLines
        lines={lineItems}
        currency={currency}
        dates={{ timeZone, periodStart, periodEnd }}
      />
      <InvoiceSums bill={invoice} timeZone={timeZone} />
      <Text size="xs" c="dimmed">
        Includes the usage recorded so far; more usage adds to it.
      </Text>
    </Stack>
  )
}
