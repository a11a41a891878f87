import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { testClockQuery } from '../../api/test-clock.ts'
import { formatDay } from '../../ui/values/dates.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import classes from './shell.module.css'

/** The current day of a test deployment, which may differ greatly from the real one. */
export function ClockChip() {
  const { slug } = useOrganization()
  const isTest = useSession().environment === 'test'
  const { data } = useQuery({ ...testClockQuery(slug), enabled: isTest })
  if (!isTest || data === undefined) return null
  const day = formatDay(data.now.slice(0, 10))
  return (
    <Link
      to="/o/$slug/developers/test-clock"
      params={{ slug }}
      className={`${classes.chip} ${classes.offPhone}`}
      aria-label={`Test clock: ${day}`}
    >
      <IconClock size={14} aria-hidden />
      {day}
    </Link>
  )
}
