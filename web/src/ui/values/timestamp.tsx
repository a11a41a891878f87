import { Tooltip } from '@mantine/core'
import { usePreference } from '../preferences/preferences.ts'
import { formatDistance, formatInstant, formatInstantBare, formatInstantDay } from './dates.ts'

type Props = {
  at: string
  /**
   * `bare` for a column whose header names the zone, `distance` for a relative time, `day` without
   * the time.
   */
  as?: 'full' | 'bare' | 'distance' | 'day'
}

/** A timestamp in the chosen zone; its tooltip shows both zones and the ISO format. */
export function Timestamp({ at, as = 'full' }: Props) {
  const zone = usePreference('zone')
  // Identical zones are shown only once.
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
