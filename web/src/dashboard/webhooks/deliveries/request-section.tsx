import { Text } from '@mantine/core'
import type { WebhookDeliveryDetail } from '../../../api/api-types.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { JsonBlock } from '../json-block.tsx'

const SECOND_MS = 1_000

/** The request of a delivery: URL, headers and body. */
export function RequestSection({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { request, announcementId, lastAttemptAt } = delivery
  return (
    <Section title="Request" about="URL and body are those of every attempt.">
      <CopyText text={request.url} shown={`POST ${request.url}`} label="Copy URL" />
      <Facts
        facts={[
          ['content-type', 'application/json'],
          ['webhook-id', announcementId],
          ['webhook-timestamp', lastAttemptAt === null ? '–' : secondsOf(lastAttemptAt)],
          [
            'webhook-signature',
            <Text key="s" span c="dimmed">
              New for each attempt, and not kept
            </Text>,
          ],
        ]}
      />
      <JsonBlock text={request.body} label="Copy body" />
    </Section>
  )
}

/** Returns the time of an attempt as its header has it. */
const secondsOf = (at: string) => String(Math.floor(Date.parse(at) / SECOND_MS))
