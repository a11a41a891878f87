import { useQuery } from '@tanstack/react-query'
import { testClockQuery } from '../../api/test-clock.ts'
import { useOrganization } from './use-organization.ts'
import { useSession } from './use-session.ts'

/**
 * Returns business time as of the last load; real time in a live deployment. Undefined until it is
 * known.
 */
export function useBusinessTime(): Date | undefined {
  const { slug } = useOrganization()
  const isTest = useSession().environment === 'test'
  const { data, isError } = useQuery({ ...testClockQuery(slug), enabled: isTest })
  // If the clock cannot be loaded, real time is used, which is right until the clock is moved.
  if (!isTest || isError) return new Date()
  return data && new Date(data.now)
}
