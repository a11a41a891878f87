import { Button, Tooltip } from '@mantine/core'
import { setPreference, usePreference } from '../../ui/preferences/preferences.ts'
import { zoneName } from '../../ui/values/dates.ts'

/** Switches timestamps between the viewer's zone and UTC. */
export function ZoneSwitch() {
  const zone = usePreference('zone')
  const other = zone === 'utc' ? 'local' : 'utc'
  // Hidden if the viewer's zone is UTC.
  if (zoneName('local') === zoneName('utc')) return null
  return (
    <Tooltip label={`Times are in ${zoneName(zone)}. Show them in ${zoneName(other)}.`}>
      <Button
        variant="subtle"
        color="gray"
        aria-label={`Times are in ${zoneName(zone)}. Switch to ${zoneName(other)}`}
        onClick={() => setPreference('zone', other)}
      >
        {zoneName(zone)}
      </Button>
    </Tooltip>
  )
}
