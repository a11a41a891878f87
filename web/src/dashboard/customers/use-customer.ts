import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { customerQuery } from '../../api/customers.ts'
import { useOrganization } from '../session/use-organization.ts'

const route = getRouteApi('/o/$slug/customers/$customerId')

/** Returns the customer of the URL. Only for use inside the customer frame, which has loaded it. */
export function useCustomer() {
  const { customerId } = route.useParams()
  return useSuspenseQuery(customerQuery(useOrganization().slug, customerId)).data
}
