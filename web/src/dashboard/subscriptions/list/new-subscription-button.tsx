import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { subscribableQuery } from '../../../api/subscriptions.ts'
import { given } from '../../../ui/url/search-readers.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { NEEDS } from '../subscription-texts.ts'

type Props = { customerId?: string; planId?: string; variant?: 'default' }

/** Links to the form; disabled until a plan and a customer exist. */
export function NewSubscriptionButton({ customerId, planId, variant }: Props) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const { data } = useQuery(subscribableQuery(slug))
  return (
    <AllowedButton
      permission="write"
      {...(variant && { variant })}
      refusal={data && missingPrerequisite(data)}
      onClick={() =>
        void navigate({
          to: '/o/$slug/subscriptions/new',
          params: { slug },
          search: given({ customerId, planId }),
        })
      }
    >
      New subscription
    </AllowedButton>
  )
}

function missingPrerequisite({ hasPlan, hasCustomer }: { hasPlan: boolean; hasCustomer: boolean }) {
  if (!hasPlan) return hasCustomer ? NEEDS.plan : NEEDS.both
  return hasCustomer ? undefined : NEEDS.customer
}
