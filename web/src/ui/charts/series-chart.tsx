import { Anchor, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import classes from './charts.module.css'
import { MissingNote } from './missing-note.tsx'
import type { Opening, Picking, Point, Series } from './series.ts'
import { cssColor } from './series-colors.ts'
import { SeriesTable } from './series-table.tsx'
import { summaryOf } from './summary.ts'

/** Loaded lazily: the chart library is large. */
const Plot = lazy(() => import('./plot.tsx'))

const HEIGHT = 220

type Props = {
  /** Accessible name of the chart, such as "Earned and cost by day". */
  name: string
  kind?: 'line' | 'stacked'
  series: readonly Series[]
  points: readonly Point[]
  /** Unit of the vertical axis, such as "USD". */
  unit: string
  /** Formats the name of a point: a day, or a number of units. */
  formatAt: (at: string) => string
  /** Formats the name of a point for the axis, shorter. */
  formatTick?: (at: string) => string
  /** Header of the first column of the table. */
  atLabel: string
  /** Label of each point's `missingCount`, such as "events without a cost". */
  missingLabel?: string
  /** Places points by their numeric value instead of at equal distances. */
  isLinear?: boolean
  /** Shows the table below the chart instead of behind it. */
  isTableBelow?: boolean
  /** Picks a series by its area, or by its name in the legend, which is accessible to all users. */
  onPick?: Picking
  /** Opens a point by a click, or by its name in the table, which is accessible to all users. */
  onOpen?: Opening
}

/** Figures over time as a line chart, as a table, and as a text summary. */
export function SeriesChart({
  name,
  kind = 'line',
  atLabel,
  missingLabel,
  isLinear = false,
  isTableBelow = false,
  onPick,
  onOpen,
  unit,
  ...drawn
}: Props) {
  const [isTable, table] = useDisclosure()
  const { series, points, formatAt, formatTick = formatAt } = drawn
  const summary = summaryOf({ series, points, formatAt, missingLabel })
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
        <SeriesTable
          name={name}
          atLabel={atLabel}
          missingLabel={missingLabel}
          onOpen={onOpen}
          {...drawn}
        />
      ) : (
        <>
          <VisuallyHidden>{summary}</VisuallyHidden>
          <div aria-hidden className={classes.unit}>
            {unit}
          </div>
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
                onOpen={onOpen}
              />
            </Suspense>
          </div>
          {missingLabel && (
            <MissingNote points={points} missingLabel={missingLabel} formatAt={formatAt} />
          )}
          {isTableBelow && (
            <div className={classes.below}>
              <SeriesTable
                name={name}
                atLabel={atLabel}
                missingLabel={missingLabel}
                onOpen={onOpen}
                {...drawn}
              />
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
        <li key={key} title={label}>
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
  if (onPick === undefined) return <span>{label}</span>
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      c="dimmed"
      mih={24}
      aria-label={`Only ${label}`}
      onClick={onPick}
    >
      {label}
    </Anchor>
  )
}
