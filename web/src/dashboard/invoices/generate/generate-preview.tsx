import { Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InvoiceGenerate } from '../../../api/api-types.ts'
import { previewInvoice } from '../../../api/invoices.ts'
import { InvoiceLines } from '../../../ui/billing/invoice-lines.tsx'
import { InvoiceSums } from '../../../ui/billing/invoice-sums.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatPeriod } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'

const HEIGHT = 200

/** Preview of the draft, computed from current data. */
export function GeneratePreview({ body }: { body: InvoiceGenerate }) {
  const { slug } = useOrganization()
  const query = useQuery({ ...previewInvoice(slug, body), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} height={HEIGHT}>
      {(preview) => {
        const { periodStart: start, periodEnd: end, timezone, currency } = preview
        return (
          <Paper withBorder p="md">
            <Stack gap="md">
              <Text fw={500}>{formatPeriod({ start, end }, timezone)}</Text>
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
