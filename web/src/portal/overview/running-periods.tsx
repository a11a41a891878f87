import { Paper, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { PortalRunningPeriod } from '../../api/api-types.ts'
import { Section } from '../../ui/layout/section.tsx'
import { dayIn, formatDay, formatPeriod } from '../../ui/values/dates.ts'
import { formatAmount } from '../../ui/values/money.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'
import { GROWTH_HEIGHT } from '../subscriptions/growth-height.ts'
import classes from './overview.module.css'

/** Loaded lazily: charts are large. */
const GrowthChart = lazy(() => import('../subscriptions/growth-chart.tsx'))

/** Amounts of the current periods so far; they change until the last day of each period. */
export function RunningPeriods({ periods }: { periods: readonly PortalRunningPeriod[] }) {
  // With several periods, their charts are on the page of their usage.
  const [only, ...others] = periods
  return (
    <Section
      title="Current billing period"
      action={<PortalAnchor to="/portal/usage">Usage</PortalAnchor>}
    >
      <Paper withBorder>
        {periods.map((one) => (
          <RunningPeriod key={one.subscriptionId} period={one} />
        ))}
        {only !== undefined && others.length === 0 && only.amountSoFar !== null && (
          <div className={classes.growth}>
            <Suspense fallback={<div style={{ height: GROWTH_HEIGHT }} aria-busy />}>
              <GrowthChart subscriptionId={only.subscriptionId} />
            </Suspense>
          </div>
        )}
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
          {amountSoFar === null ? '–' : formatAmount(amountSoFar, currency)}
        </div>
        <Text size="xs" c="dimmed">
          {amountSoFar === null
            ? 'No estimate available'
            : `Estimate so far. Changes until ${formatDay(lastDay(end, timeZone))}`}
        </Text>
      </div>
    </div>
  )
}

/** Returns the last day of a period. */
const lastDay = (end: string, timeZone: string) => dayIn(new Date(Date.parse(end) - 1), timeZone)
