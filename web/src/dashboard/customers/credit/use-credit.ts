import { useQuery } from '@tanstack/react-query'
import { creditGrantsQuery, creditQuery } from '../../../api/credit.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

/** Milliseconds after which the figures are read again: each run changes them. */
const ASK_AGAIN_MS = 15_000

/**
 * Returns the credit of the customer, live. Customers without credit have unbilled usage too, so
 * `hasCredit` tells whether credit was ever given; undefined until it is known.
 */
export function useCredit() {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  const query = useQuery({ ...creditQuery(slug, id), refetchInterval: ASK_AGAIN_MS })
  const ever = useQuery(creditGrantsQuery(slug, id, { page: 1, limit: 1 }))
  const isLeft = query.data?.credit.some(({ grants }) => grants.length > 0)
  const wasGiven = ever.data && ever.data.totalResults > 0
  return { query, hasCredit: isLeft || wasGiven }
}
