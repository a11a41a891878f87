import { Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InvoiceGenerate } from '../../../api/api-types.ts'
import { previewInvoice } from '../../../api/invoices.ts'
import { InvoiceLines } from '../../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../../ui/billing/invoice-sums.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatPeriod } from '../../../ui/values/dates.ts'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { BothInvoices } from './both-invoices.tsx'

const HEIGHT = 200

/** Preview of the draft, computed from current data. */
export function GeneratePreview({ body }: { body: InvoiceGenerate }) {
  const { slug } = useOrganization()
  const now = useBusinessTime()
  const query = useQuery({ ...previewInvoice(slug, body), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} height={HEIGHT}>
      {(preview) => {
        const { periodStart: start, periodEnd: end, timezone, currency } = preview
        const isEarly = now !== undefined && now < new Date(end)
        return (
          <Paper withBorder p="md">
            <Stack gap="md">
              <Text fw={500}>{formatPeriod({ start, end }, timezone)}</Text>
              {isEarly && <BothInvoices preview={preview} subscriptionId={body.subscriptionId} />}
              <InvoiceLines
                lines={preview.lineItems}
                currency={currency}
                dates={{ ...preview, timeZone: timezone }}
              />
              <InvoiceSums bill={preview} timeZone={timezone} />
            </Stack>
          </Paper>
        )
      }}
    </Loaded>
  )
}
