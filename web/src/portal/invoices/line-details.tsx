import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PortalInvoice } from '../../api/api-types.ts'
import { portalLineEvents, portalLineExplanationQuery } from '../../api/portal.ts'
import { LineExplanation } from '../../ui/billing/line-explanation.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ExportButton } from '../../ui/table/export-button.tsx'
import { LineUsage } from './line-usage.tsx'

const HEIGHT = 120

type Props = { invoiceId: string; line: PortalInvoice['lineItems'][number] }

/** How the amount of a line follows from its usage, the usage by day, and its events as a file. */
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
          <Group>
            <ExportButton load={() => portalLineEvents(invoiceId, line.id)} />
          </Group>
        </>
      )}
    </Stack>
  )
}
