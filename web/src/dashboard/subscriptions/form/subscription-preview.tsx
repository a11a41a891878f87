import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isRefusal } from '../../../api/api-error.ts'
import type { SubscriptionPreview as Preview } from '../../../api/api-types.ts'
import { subscriptionPreviewQuery } from '../../../api/subscriptions.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatDay, formatPeriod } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { FirstInvoice } from './first-invoice.tsx'
import classes from './subscription-form.module.css'
import { newValues, problemsOf, type SubscriptionValues, toBody } from './subscription-values.ts'

const PAUSE_MS = 400
const HEIGHT = 280

/** Previews periods and the first invoice, computed by the invoicing code. */
export default function SubscriptionPreview({ values }: { values: SubscriptionValues }) {
  const { slug } = useOrganization()
  const [asked] = useDebouncedValue(values, PAUSE_MS)
  const isComplete = Object.keys(problemsOf(asked)).length === 0
  const body = isComplete ? toBody(asked) : undefined
  const query = useQuery({
    // The name does not affect the preview, so a constant avoids refetching.
    ...subscriptionPreviewQuery(slug, { ...(body ?? toBody(newValues({}))), name: NAMELESS }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { error } = query
  return (
    <Panel title="Preview" about="Nothing is saved yet.">
      {body === undefined ? (
        <Text c="dimmed">
          Choose a customer, a plan, an agent and a start to see the first periods and invoice.
        </Text>
      ) : isRefusal(error) ? (
        <Text c="var(--mantine-color-error)" role="status" style={{ overflowWrap: 'anywhere' }}>
          {error.message}
        </Text>
      ) : (
        <Loaded query={query} height={HEIGHT}>
          {(preview) => <Known preview={preview} />}
        </Loaded>
      )}
    </Panel>
  )
}

const NAMELESS = 'Preview'
function Known({ preview: { periods, timezone, invoice } }: { preview: Preview }) {
  return (
    <Stack gap="md">
      <div>
        <Text fw={500} size="sm" mb={4}>
          Billing periods
        </Text>
        <ol className={classes.periods} aria-label="First billing periods">
          {periods.map((period) => (
            <li key={period.start}>
              <span>{formatPeriod(period, timezone)}</span>
              <span className={classes.invoiced}>invoiced {formatDay(period.invoiceDate)}</span>
            </li>
          ))}
        </ol>
      </div>
      <FirstInvoice invoice={invoice} timeZone={timezone} />
    </Stack>
  )
}
