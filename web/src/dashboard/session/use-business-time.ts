import { useQuery } from '@tanstack/react-query'
import { testClockQuery } from '../../api/test-clock.ts'
import { useOrganization } from './use-organization.ts'
import { useSession } from './use-session.ts'

/** Business time as it was when it was read; real time in a live deployment. Undefined until it is known. */
export function useBusinessTime(): Date | undefined {
  const { slug } = useOrganization()
  const isTest = useSession().environment === 'test'
  const { data, isError } = useQuery({ ...testClockQuery(slug), enabled: isTest })
  // Without the clock the page goes by real time, which is right until somebody moves it.
  if (!isTest || isError) return new Date()
  return data && new Date(data.now)
}
