import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PortalInvoice } from '../../api/api-types.ts'
import { portalLineExplanationQuery } from '../../api/portal.ts'
import { LineExplanation } from '../../ui/billing/line-explanation.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { LineEvents } from './line-events.tsx'
import { LineUsage } from './line-usage.tsx'

const HEIGHT = 120

type Props = { invoiceId: string; line: PortalInvoice['lineItems'][number] }

/** How the amount of a line follows from its usage, the usage by day, and its events. */
export default function LineDetails({ invoiceId, line }: Props) {
  const query = useQuery(portalLineExplanationQuery(invoiceId, line.id))
  return (
    <Stack gap="sm">
      <Loaded query={query} height={HEIGHT}>
        {(explanation) => <LineExplanation explanation={explanation} />}
      </Loaded>
      {line.hasUsage && (
        <>
          <LineUsage invoiceId={invoiceId} line={line} />
          <LineEvents invoiceId={invoiceId} line={line} />
        </>
      )}
    </Stack>
  )
}
