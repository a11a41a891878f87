import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PortalInvoice, PortalLineUsage } from '../../api/api-types.ts'
import { portalLineUsageQuery } from '../../api/portal.ts'
import { SeriesChart } from '../../ui/charts/series-chart.tsx'
import { shareFact } from '../../ui/charts/share-fact.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { formatDay, formatDayShort } from '../../ui/values/dates.ts'
import { formatCount } from '../../ui/values/money.ts'
import classes from './invoices.module.css'

/** Height of the chart with its legend. */
const HEIGHT = 254

type Props = { invoiceId: string; line: PortalInvoice['lineItems'][number] }

/** Shows the usage behind a line, day by day. */
export function LineUsage({ invoiceId, line }: Props) {
  const query = useQuery(portalLineUsageQuery(invoiceId, line.id))
  return (
    <Loaded query={query} height={HEIGHT}>
      {(usage) => (
        <Stack gap="xs" className={classes.usage}>
          <SeriesChart
            name={`Usage of ${line.description} by day`}
            kind="stacked"
            unit="Units"
            series={[{ key: 'units', label: 'Units by day', color: '1', format: formatCount }]}
            points={usage.days.map(({ date, quantity, quantityPercent }) => ({
              at: date,
              values: { units: quantity },
              facts: shareFact('Share of the units', quantityPercent),
            }))}
            formatAt={formatDay}
            formatTick={formatDayShort}
            atLabel="Day"
          />
          <OtherUnits usage={usage} />
        </Stack>
      )}
    </Loaded>
  )
}

/** Explains why the days do not add up to the line, if they do not. */
function OtherUnits({ usage: { otherQuantity } }: { usage: PortalLineUsage }) {
  if (otherQuantity === 0) return null
  const text =
    otherQuantity > 0
      ? `${formatCount(otherQuantity)} of these units are not on this line: they are billed separately, or were recorded after this invoice.`
      : `The line has ${formatCount(otherQuantity).slice(1)} more units, which were removed after this invoice.`
  return (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  )
}
