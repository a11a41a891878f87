import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import classes from './charts.module.css'
import { PlotTooltip } from './plot-tooltip.tsx'
import { areaPath, linePath, type Place, scaleOf } from './scale.ts'
import type { Point, Series } from './series.ts'
import { cssColor } from './series-colors.ts'

/** As in `charts.module.css`, where the strip under the chart begins and ends with the plot. */
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 8, 8, 24]
const LABEL_WIDTH = 64

type Props = {
  kind: 'line' | 'stacked'
  series: readonly Series[]
  points: readonly Point[]
  formatAt: (at: string) => string
  formatTick: (at: string) => string
  height: number
}

/** Draws the lines, each point in the middle of its share of the width. */
export function Plot({ kind, series, points, formatAt, formatTick, height }: Props) {
  const { ref, width } = useElementSize()
  const [hovered, setHovered] = useState<number>()
  const inner = { width: Math.max(width - LEFT - RIGHT, 1), height: height - TOP - BOTTOM }
  const band = inner.width / Math.max(points.length, 1)
  const layers = layersOf(kind, series, points)
  const known = layers.flatMap(({ tops }) => tops.filter((value) => value !== null))
  const { ticks, y } = scaleOf(known, inner.height)
  const place = (value: number | null, index: number): Place | null =>
    value === null ? null : { x: (index + 0.5) * band, y: y(value) }
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / band))
  const move = ({ clientX, currentTarget }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - LEFT
    const index = Math.floor(x / band)
    setHovered(index >= 0 && index < points.length ? index : undefined)
  }
  const point = hovered === undefined ? undefined : points[hovered]
  const x = hovered === undefined ? 0 : (hovered + 0.5) * band
  return (
    <div
      ref={ref}
      className={classes.plot}
      style={{ height }}
      onPointerMove={move}
      onPointerLeave={() => setHovered(undefined)}
    >
      {width > 0 && (
        <svg width={width} height={height} role="presentation">
          <g transform={`translate(${LEFT} ${TOP})`}>
            {ticks.map((tick) => (
              <g key={tick} transform={`translate(0 ${y(tick)})`}>
                <line x2={inner.width} className={classes.grid} />
                <text x={-8} dy="0.32em" textAnchor="end" className={classes.tick}>
                  {short.format(tick)}
                </text>
              </g>
            ))}
            {points.map(({ at }, index) =>
              index % every === 0 ? (
                <text
                  key={at}
                  x={(index + 0.5) * band}
                  y={inner.height + BOTTOM - 6}
                  textAnchor={index === 0 ? 'start' : 'middle'}
                  className={classes.tick}
                >
                  {formatTick(at)}
                </text>
              ) : null,
            )}
            {layers.map(({ key, color, tops, bottoms }) => {
              const upper = tops.map(place)
              return (
                <g key={key} style={{ color: cssColor(color) }}>
                  {bottoms && (
                    <path d={areaPath(upper, bottoms.map(place))} className={classes.area} />
                  )}
                  <path d={linePath(upper, band)} className={classes.line} />
                  {hovered !== undefined && upper[hovered] && (
                    <circle cx={x} cy={upper[hovered].y} r={3} fill="currentColor" />
                  )}
                </g>
              )
            })}
            {point && <line x1={x} x2={x} y2={inner.height} className={classes.cursor} />}
          </g>
        </svg>
      )}
      {point && (
        <div
          className={classes.tooltip}
          // On the side where there is room.
          style={x > inner.width / 2 ? { right: width - LEFT - x + 12 } : { left: LEFT + x + 12 }}
        >
          <PlotTooltip point={point} series={series} formatAt={formatAt} />
        </div>
      )}
    </div>
  )
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })

type Layer = Pick<Series, 'key' | 'color'> & {
  tops: (number | null)[]
  /** What it stands on, where it stands on another. */
  bottoms?: (number | null)[]
}

function layersOf(
  kind: Props['kind'],
  series: readonly Series[],
  points: readonly Point[],
): Layer[] {
  let floor: (number | null)[] = points.map(() => 0)
  return series.map(({ key, color }) => {
    const values = points.map(({ values: of }) => numberOf(of[key]))
    if (kind === 'line') return { key, color, tops: values }
    const bottoms = floor
    floor = values.map((value, index) => (value ?? 0) + (bottoms[index] ?? 0))
    const tops = values.map((value, index) => (value === null ? null : (floor[index] ?? null)))
    return { key, color, tops, bottoms }
  })
}

const numberOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : Number(value)
