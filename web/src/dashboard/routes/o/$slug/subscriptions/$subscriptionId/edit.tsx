import { createFileRoute } from '@tanstack/react-router'
import { Allowed } from '../../../../../session/allowed.tsx'
import { EditSubscriptionPage } from '../../../../../subscriptions/form/edit-subscription-page.tsx'

export const Route = createFileRoute('/o/$slug/subscriptions/$subscriptionId/edit')({
  component: EditSubscriptionRoute,
})

function EditSubscriptionRoute() {
  const { subscriptionId } = Route.useParams()
  return (
    <Allowed title="Edit subscription" permission="write">
      <EditSubscriptionPage key={subscriptionId} subscriptionId={subscriptionId} />
    </Allowed>
  )
}
