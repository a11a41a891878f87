import { Anchor, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import classes from './charts.module.css'
import { LackingStrip } from './lacking-strip.tsx'
import type { Picking, Point, Series } from './series.ts'
import { cssColor } from './series-colors.ts'
import { SeriesTable } from './series-table.tsx'
import { summaryOf } from './summary.ts'

/** Large, and needed only where there is a chart. */
const Plot = lazy(() => import('./plot.tsx'))

const HEIGHT = 220

type Props = {
  /** What it shows: "Revenue and cost by day". */
  name: string
  kind?: 'line' | 'stacked'
  series: readonly Series[]
  points: readonly Point[]
  /** What a point is called: a day, a number of units. */
  formatAt: (at: string) => string
  /** The same, short enough for the axis. */
  formatTick?: (at: string) => string
  /** How the first column of the table is called. */
  atLabel: string
  /** What `lacking` of the points counts: "events without a cost". */
  lacking?: string
  /** What points are called are numbers: each stands where its number is, and not beside the last. */
  isLinear?: boolean
  /** Under the chart instead of behind it. */
  isTableBelow?: boolean
  /** By its area, and by its name in the legend, which everybody reaches. */
  onPick?: Picking
}

/** Figures over time as lines; the same as a table, and in words for whoever sees neither. */
export function SeriesChart({
  name,
  kind = 'line',
  atLabel,
  lacking,
  isLinear = false,
  isTableBelow = false,
  onPick,
  ...drawn
}: Props) {
  const [isTable, table] = useDisclosure()
  const { series, points, formatAt, formatTick = formatAt } = drawn
  const summary = summaryOf({ series, points, formatAt, lacking })
  return (
    <figure className={classes.chart} aria-label={name}>
      <Group justify="space-between" gap="sm" mih={24}>
        <Legend series={series} onPick={onPick} />
        {!isTableBelow && (
          <Anchor component="button" type="button" size="xs" onClick={table.toggle}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Anchor>
        )}
      </Group>
      {isTable ? (
        <SeriesTable name={name} atLabel={atLabel} lacking={lacking} {...drawn} />
      ) : (
        <>
          <VisuallyHidden>{summary}</VisuallyHidden>
          <div aria-hidden style={{ height: HEIGHT }}>
            <Suspense fallback={<div aria-busy />}>
              <Plot
                kind={kind}
                series={series}
                points={points}
                formatAt={formatAt}
                formatTick={formatTick}
                height={HEIGHT}
                isLinear={isLinear}
                onPick={onPick}
              />
            </Suspense>
          </div>
          {lacking && <LackingStrip points={points} lacking={lacking} formatAt={formatAt} />}
          {isTableBelow && (
            <div className={classes.below}>
              <SeriesTable name={name} atLabel={atLabel} lacking={lacking} {...drawn} />
            </div>
          )}
        </>
      )}
    </figure>
  )
}

type LegendProps = { series: readonly Series[]; onPick: Picking | undefined }

function Legend({ series, onPick }: LegendProps) {
  return (
    <ul className={classes.legend}>
      {series.map(({ key, label, color, isBefore }) => (
        <li key={key}>
          <span
            className={isBefore ? classes.dashes : classes.swatch}
            style={isBefore ? { borderColor: cssColor(color) } : { background: cssColor(color) }}
            aria-hidden
          />
          <LegendName label={label} onPick={onPick?.(key)} />
        </li>
      ))}
    </ul>
  )
}

function LegendName({ label, onPick }: { label: string; onPick: (() => void) | undefined }) {
  if (onPick === undefined) return label
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      c="dimmed"
      aria-label={`Only ${label}`}
      onClick={onPick}
    >
      {label}
    </Anchor>
  )
}
