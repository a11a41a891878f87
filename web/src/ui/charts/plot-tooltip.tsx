import classes from './charts.module.css'
import { type Point, type Series, textAt } from './series.ts'
import { cssColor } from './series-colors.ts'

type Props = {
  point: Point
  series: readonly Series[]
  formatAt: (at: string) => string
  /** Effect of a click, such as "Click for details". */
  hint: string | undefined
}

/** Exact figures of one point. */
export function PlotTooltip({ point, series, formatAt, hint }: Props) {
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
      {point.facts?.map(({ label, text }) => (
        <div key={label} className={classes.tooltipFact}>
          <span>{label}</span>
          <span>{text}</span>
        </div>
      ))}
      {hint && <div className={classes.tooltipFact}>{hint}</div>}
    </div>
  )
}
