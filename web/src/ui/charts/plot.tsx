import { useElementSize } from '@mantine/hooks'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  Line,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatCountShort } from '../values/money.ts'
import classes from './charts.module.css'
import { PlotTooltip } from './plot-tooltip.tsx'
import type { Opening, Picking, Point, Series } from './series.ts'
import { cssColor } from './series-colors.ts'

/** Same margins as in `charts.module.css`, so that the strip below is aligned with the plot. */
const [LEFT, RIGHT, TOP, AXIS_HEIGHT] = [56, 8, 8, 24]
const LABEL_GAP = 16
const STROKE = 1.5
const MARK = 3.5
const DASHES = '4 4'

type Props = {
  kind: 'line' | 'stacked'
  series: readonly Series[]
  points: readonly Point[]
  formatAt: (at: string) => string
  formatTick: (at: string) => string
  height: number
  /** Places points by their numeric value instead of at equal distances. */
  isLinear?: boolean
  onPick?: Picking | undefined
  onOpen?: Opening | undefined
}

/** Draws the lines; each point is in the middle of its share of the width. */
export default function Plot({ kind, series, points, formatAt, formatTick, ...size }: Props) {
  const { height, isLinear = false, onPick, onOpen } = size
  const { ref, width } = useElementSize()
  // An area without values would draw its line over the one below.
  const isDrawn = ({ key, isBefore }: Series) =>
    kind === 'line' || isBefore === true || points.some((point) => heightOf(point, key))
  return (
    <div ref={ref} className={classes.plot} style={{ height }}>
      {width > 0 && (
        <ComposedChart
          width={width}
          height={height}
          data={[...points]}
          margin={{ top: TOP, right: RIGHT, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          {...openedBy(onOpen)}
        >
          <CartesianGrid vertical={false} stroke="var(--piecework-line)" />
          <XAxis
            dataKey={({ at }: Point): string | number => (isLinear ? Number(at) : at)}
            {...(isLinear ? LINEAR : BANDS)}
            height={AXIS_HEIGHT}
            tickFormatter={(at: string | number) => formatTick(String(at))}
            minTickGap={LABEL_GAP}
            tickLine={false}
            axisLine={false}
          />
          <YAxis
            width={LEFT}
            tickFormatter={(value: number) => formatCountShort(value)}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--mantine-color-default-border)' }}
            content={({ active, label }) => {
              const point = active ? points.find(({ at }) => at === String(label)) : undefined
              return (
                point && (
                  <PlotTooltip
                    point={point}
                    series={series}
                    formatAt={formatAt}
                    hint={onOpen?.hint}
                  />
                )
              )
            }}
          />
          {series.filter(isDrawn).map(({ key, color, isBefore = false }) => {
            const drawn = {
              dataKey: (point: Point) => heightOf(point, key),
              stroke: cssColor(color),
              strokeWidth: STROKE,
              isAnimationActive: false,
              activeDot: { r: 3 },
              dot: ({ index, cx, cy }: DotItemDotProps) =>
                points[index]?.markOn === key ? (
                  <circle key={index} cx={cx} cy={cy} r={MARK} {...marked(cssColor(color))} />
                ) : isLone(points, { key, index }) ? (
                  <circle key={index} cx={cx} cy={cy} r={2} fill={cssColor(color)} />
                ) : (
                  <g key={index} />
                ),
            }
            return kind === 'line' || isBefore ? (
              <Line key={key} {...drawn} {...(isBefore && { strokeDasharray: DASHES })} />
            ) : (
              <Area
                key={key}
                {...drawn}
                stackId="all"
                fill={cssColor(color)}
                fillOpacity={0.18}
                {...pickedBy(onPick?.(key))}
              />
            )
          })}
        </ComposedChart>
      )}
    </div>
  )
}

const pickedBy = (pick: (() => void) | undefined) =>
  pick === undefined ? {} : { onClick: pick, cursor: 'pointer' }

/** A ring, so that a mark differs from a point between unknown ones. */
const marked = (stroke: string) => ({ stroke, fill: 'var(--mantine-color-body)', strokeWidth: 2 })

const openedBy = (onOpen: Opening | undefined) =>
  onOpen === undefined
    ? {}
    : {
        style: { cursor: 'pointer' },
        onClick: ({ activeLabel }: { activeLabel?: string | number | undefined }) => {
          if (activeLabel !== undefined) onOpen.open(String(activeLabel))
        },
      }

const BANDS = { scale: 'band', interval: 'equidistantPreserveStart' } as const
const LINEAR = { type: 'number', domain: [0, 'dataMax'] as [number, string] } as const

/** Converts a figure to a number for drawing only, never for display. */
function heightOf({ values }: Point, key: string): number | null {
  const value = values[key]
  return value === undefined || value === null ? null : Number(value)
}

/** Returns true for a point between unknown ones; its line would have no length. */
function isLone(points: readonly Point[], { key, index }: { key: string; index: number }): boolean {
  const isKnown = (at: number) => {
    const point = points[at]
    return point !== undefined && heightOf(point, key) !== null
  }
  return isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1)
}
