import { useQuery } from '@tanstack/react-query'
import { testClockQuery } from '../../api/test-clock.ts'
import { Strip } from '../../ui/states/strip.tsx'
import { formatInstant } from '../../ui/values/dates.ts'
import { useOrganization } from '../session/use-organization.ts'

/** Strip above every page of a test deployment. */
export function TestStrip() {
  const { slug } = useOrganization()
  const { data } = useQuery(testClockQuery(slug))
  return (
    <Strip tone="info">
      Test: no real money moves
      {data?.isSet && `. Business time is ${formatInstant(data.now, 'utc')}`}
    </Strip>
  )
}
