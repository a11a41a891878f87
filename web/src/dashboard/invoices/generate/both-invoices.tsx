import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InvoicePreview } from '../../../api/api-types.ts'
import { periodsQuery } from '../../../api/subscriptions.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'

type Props = { preview: InvoicePreview; subscriptionId: string }

/** For an invoice before the end of its period: its amount now, and when the next one follows. */
export function BothInvoices({ preview, subscriptionId }: Props) {
  const { slug } = useOrganization()
  const { data, error } = useQuery(periodsQuery(slug, subscriptionId))
  const { periodEnd, total, currency } = preview
  const next = data?.results.find(({ end, invoice }) => invoice === null && end > periodEnd)
  return (
    <Stack gap="xs">
      <Text>
        This period has not ended. Usage from the time this invoice is sent goes to the next one.
      </Text>
      <Facts
        facts={[
          ['This invoice', `${formatAmount(total, currency)} now; usage until it is sent is added`],
          [
            'Next invoice',
            data === undefined ? (
              <Skeleton key="next" height={20} width="70%" aria-busy="true" />
            ) : next === undefined ? (
              'Generated when the subscription ends, if usage is left to bill'
            ) : (
              `Generated on ${formatDay(next.invoiceDate)}, with the usage after this one is sent`
            ),
          ],
        ]}
      />
      {error && <Problem error={error} />}
    </Stack>
  )
}
