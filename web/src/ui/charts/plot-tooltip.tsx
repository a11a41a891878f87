import classes from './charts.module.css'
import { type Point, type Series, textAt } from './series.ts'
import { cssColor } from './series-colors.ts'

type Props = { point: Point; series: readonly Series[]; formatAt: (at: string) => string }

/** Exact figures of one point. */
export function PlotTooltip({ point, series, formatAt }: Props) {
  return (
    <div className={classes.tooltip}>
      <b>{formatAt(point.at)}</b>
      {series.map((one) => (
        <div key={one.key} className={classes.tooltipRow}>
          <span>
            <span className={classes.swatch} style={{ background: cssColor(one.color) }} />
            {one.label}
          </span>
          <span>{textAt(point, one)}</span>
        </div>
      ))}
    </div>
  )
}
