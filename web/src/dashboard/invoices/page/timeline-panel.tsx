import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '../../../api/api-types.ts'
import { invoiceTimelineQuery } from '../../../api/invoices.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { detailsOf, titleOf } from './happening-words.ts'
import classes from './invoice-page.module.css'

const HEIGHT = 160

/** History of the invoice, oldest entry first. */
export function TimelinePanel({ invoice: { id, status } }: { invoice: Invoice }) {
  const { slug } = useOrganization()
  const query = useQuery(invoiceTimelineQuery(slug, id))
  return (
    <Panel title="Timeline">
      <Loaded query={query} height={HEIGHT}>
        {({ results, sendsAt }) => (
          <ol className={classes.timeline}>
            {results.map((happening) => (
              <li key={`${happening.type} ${happening.at} ${idOf(happening)}`}>
                <div>{titleOf(happening)}</div>
                {detailsOf(happening).map((text) => (
                  <Text key={text} size="xs" c="dimmed">
                    {text}
                  </Text>
                ))}
                <Timestamp at={happening.at} />
              </li>
            ))}
            {status === 'draft' && <Sending sendsAt={sendsAt} />}
          </ol>
        )}
      </Loaded>
    </Panel>
  )
}

/** When the draft will be sent, and by what. */
function Sending({ sendsAt }: { sendsAt: string | null }) {
  if (sendsAt === null) {
    return (
      <li>
        <div>Not sent automatically</div>
        <Text size="xs" c="dimmed">
          Send or void this draft yourself.
        </Text>
      </li>
    )
  }
  return (
    <li>
      <div>Will be sent by the billing clock</div>
      <Text size="xs" c="dimmed">
        When its grace period ends. It is recalculated a last time before.
      </Text>
      <Timestamp at={sendsAt} />
    </li>
  )
}

type Happening = Parameters<typeof titleOf>[0]

const idOf = ({ mail, payment, refund }: Happening) => (mail ?? payment ?? refund)?.id ?? ''
