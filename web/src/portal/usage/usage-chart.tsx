import { Text } from '@mantine/core'
import type { PortalUsage } from '../../api/api-types.ts'
import type { Point } from '../../ui/charts/series.ts'
import { SeriesChart } from '../../ui/charts/series-chart.tsx'
import { colorsOf } from '../../ui/charts/series-colors.ts'
import { totalFacts } from '../../ui/charts/total-facts.ts'
import { dayIn, formatDay, formatDayShort } from '../../ui/values/dates.ts'
import { formatCount } from '../../ui/values/money.ts'
import { usePortalSession } from '../session/portal-session.ts'

/** The most lines that a chart can show distinguishably. */
const SHOWN = 7

/** Shows usage by day, as a chart and as a table. */
export function UsageChart({ usage }: { usage: PortalUsage }) {
  const { signals, days, timeZone } = usage
  const today = dayIn(usePortalSession().businessNow, timeZone)
  const shown = signals.slice(0, SHOWN)
  const colors = colorsOf(shown.map(({ signalId }) => signalId))
  // Future days are left out, because they are not days without usage.
  const past = days.filter(({ date }) => date <= today)
  const points = past.map(({ date, bySignal, totalQuantity, quantityPercent }): Point => {
    const used = new Map(bySignal.map(({ signalId, quantity }) => [signalId, quantity]))
    const values = shown.map(({ signalId }) => [signalId, used.get(signalId) ?? 0])
    const facts = totalFacts({ total: totalQuantity, unit: 'units', percent: quantityPercent })
    return { at: date, values: Object.fromEntries(values), facts }
  })
  return (
    <>
      <SeriesChart
        name="Usage by day"
        kind="stacked"
        unit="Units"
        series={shown.map(({ signalId, signalName }) => ({
          key: signalId,
          label: signalName,
          color: colors.get(signalId) ?? '1',
          format: formatCount,
        }))}
        points={points}
        formatAt={formatDay}
        formatTick={formatDayShort}
        atLabel="Day"
        isTableBelow
      />
      {signals.length > SHOWN && (
        <Text size="xs" c="dimmed">
          Shows the first {SHOWN} of {formatCount(signals.length)}.
        </Text>
      )}
    </>
  )
}
