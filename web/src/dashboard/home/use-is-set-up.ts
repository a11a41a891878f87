import { useQuery } from '@tanstack/react-query'
import { progressQuery } from '../../api/progress.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'

/**
 * Whether the setup of the organization is done: with the first sent invoice, or in a test deployment with the first paid
 * one. Undefined until it is known.
 */
export function useIsSetUp(): boolean | undefined {
  const { slug, may } = useOrganization()
  const { environment } = useSession()
  const { data } = useQuery(
    progressQuery(slug, { mayReadKeys: may('keys'), mayReadPeople: may('people') }),
  )
  if (data === undefined) return undefined
  // In a live deployment, paying is up to the customer.
  return environment === 'test' ? data.hasPaidInvoice : data.hasSentInvoice
}
