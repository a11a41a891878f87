import { Paper, Text } from '@mantine/core'
import type { PortalRunningPeriod } from '../../api/api-types.ts'
import { billAmount } from '../../ui/billing/bill-amounts.ts'
import { Section } from '../../ui/layout/section.tsx'
import { dayIn, formatDay, formatPeriod } from '../../ui/values/dates.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'
import classes from './overview.module.css'

/** Amounts of the current periods so far; they change until the last day of each period. */
export function RunningPeriods({ periods }: { periods: readonly PortalRunningPeriod[] }) {
  return (
    <Section
      title="Current billing period"
      action={<PortalAnchor to="/portal/usage">Usage</PortalAnchor>}
    >
      <Paper withBorder>
        {periods.map((one) => (
          <RunningPeriod key={one.subscriptionId} period={one} />
        ))}
      </Paper>
    </Section>
  )
}

function RunningPeriod({ period }: { period: PortalRunningPeriod }) {
  const { subscriptionId, planName, agentName, amountSoFar, currency, timeZone } = period
  const { periodStart: start, periodEnd: end } = period
  return (
    <div className={classes.period}>
      <div>
        <PortalAnchor to="/portal/usage" search={{ subscription: subscriptionId }} fw={500}>
          {planName}
        </PortalAnchor>
        <Text size="sm" c="dimmed">
          {agentName}, {formatPeriod({ start, end }, timeZone)}
        </Text>
      </div>
      <div className={classes.much}>
        <div className={classes.soFar}>
          {amountSoFar === null ? '–' : billAmount(amountSoFar, currency)}
        </div>
        <Text size="xs" c="dimmed">
          Estimate so far. Changes until {formatDay(lastDay(end, timeZone))}
        </Text>
      </div>
    </div>
  )
}

/** Returns the last day of a period. */
const lastDay = (end: string, timeZone: string) => dayIn(new Date(Date.parse(end) - 1), timeZone)
