import { Tooltip } from '@mantine/core'
import { usePreference } from '../preferences/preferences.ts'
import { formatDistance, formatInstant, formatInstantBare, formatInstantDay } from './dates.ts'

type Props = {
  at: string
  /** `bare` for a column whose head names the zone; `distance` for how long ago; `day` without the time. */
  as?: 'full' | 'bare' | 'distance' | 'day'
}

/** An instant in the zone that was chosen; pointing at it shows it in both, and as computers write it. */
export function Timestamp({ at, as = 'full' }: Props) {
  const zone = usePreference('zone')
  // Where the two zones are the same, once is enough.
  const details = [...new Set([formatInstant(at, 'local'), formatInstant(at, 'utc'), at])]
  const shown = {
    full: () => formatInstant(at, zone),
    day: () => formatInstantDay(at, zone),
    bare: () => formatInstantBare(at, zone),
    distance: () => formatDistance(at, new Date()) ?? formatInstant(at, zone),
  }
  return (
    <Tooltip label={details.join('\n')} style={{ whiteSpace: 'pre-line' }}>
      <time dateTime={at}>{shown[as]()}</time>
    </Tooltip>
  )
}
