import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { customerQuery } from '../../api/customers.ts'
import { useOrganization } from '../session/use-organization.ts'

const route = getRouteApi('/o/$slug/customers/$customerId')

/** The customer of the address, inside its frame, which has read it. */
export function useCustomer() {
  const { customerId } = route.useParams()
  return useSuspenseQuery(customerQuery(useOrganization().slug, customerId)).data
}
