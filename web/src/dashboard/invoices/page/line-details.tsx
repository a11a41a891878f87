import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invoice, InvoiceLine } from '../../../api/api-types.ts'
import { lineExplanationQuery } from '../../../api/invoices.ts'
import { LineExplanation } from '../../../ui/billing/line-explanation.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { LineLink } from '../../links/line-link.tsx'
import { RejectionsLink } from '../../links/rejections-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { LineEvents } from './line-events.tsx'

const HEIGHT = 120

type Props = { invoice: Invoice; line: InvoiceLine }

/** How the amount of a line follows from its usage, and the events behind it. */
export function LineDetails({ invoice, line }: Props) {
  const { id: invoiceId, status, customerId } = invoice
  const { slug } = useOrganization()
  const query = useQuery(lineExplanationQuery(slug, { invoiceId, lineId: line.id }))
  return (
    <Stack gap="sm">
      <Loaded query={query} height={HEIGHT}>
        {(explanation) => (
          <LineExplanation
            explanation={explanation}
            isDraft={status === 'draft'}
            rejectionsLink={
              line.signalId !== null && (
                <RejectionsLink customerId={customerId} signalId={line.signalId} />
              )
            }
            invoiceOf={(one) => <LineLink line={one}>{one.invoiceNumber}</LineLink>}
          />
        )}
      </Loaded>
      {line.signalId !== null && <LineEvents invoiceId={invoiceId} line={line} />}
    </Stack>
  )
}
