import { Tooltip } from '@mantine/core'
import { formatCount } from '../values/money.ts'
import classes from './charts.module.css'
import type { Point } from './series.ts'

type Props = { points: readonly Point[]; missingLabel: string; formatAt: (at: string) => string }

/** Marks incomplete figures below a chart, each mark below its point. */
export function MissingStrip({ points, missingLabel, formatAt }: Props) {
  if (!points.some((point) => (point.missingCount ?? 0) > 0)) return null
  return (
    <div className={classes.strip} aria-hidden>
      <span className={classes.stripName}>Missing</span>
      <div className={classes.stripCells}>
        {points.map(({ at, missingCount: count = 0 }) =>
          count > 0 ? (
            <Tooltip key={at} label={`${formatAt(at)}: ${formatCount(count)} ${missingLabel}`}>
              <span className={classes.stripMark}>
                <span className={classes.stripCount}>{formatCount(count)}</span>
              </span>
            </Tooltip>
          ) : (
            <span key={at} className={classes.stripNone} />
          ),
        )}
      </div>
    </div>
  )
}
