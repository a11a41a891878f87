import { Alert, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Subscription } from '../../../api/api-types.ts'
import { subscriptionQuery } from '../../../api/subscriptions.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const UndoPlanDialog = lazy(() => import('../actions/undo-plan-dialog.tsx'))

/** Links the subscriptions before and after a plan change, and undoes a scheduled one. */
export function PlanChangeNote({ subscription }: { subscription: Subscription }) {
  const { replacesId, replacedById } = subscription
  return (
    <>
      {replacesId !== null && <Before subscriptionId={replacesId} day={subscription.startDate} />}
      {replacedById !== null && <After subscriptionId={replacedById} before={subscription} />}
    </>
  )
}

function Before({ subscriptionId, day }: { subscriptionId: string; day: string }) {
  const { slug } = useOrganization()
  const { data } = useQuery(subscriptionQuery(slug, subscriptionId))
  if (!data) return null
  return (
    <Note>
      <Text>
        Follows <PlanOf subscription={data} /> by a plan change on {formatDay(day)}.
      </Text>
    </Note>
  )
}

function After({ subscriptionId, before }: { subscriptionId: string; before: Subscription }) {
  const { slug } = useOrganization()
  const [isUndoing, undoing] = useDisclosure()
  const { data } = useQuery(subscriptionQuery(slug, subscriptionId))
  if (!data) return null
  const isScheduled = data.status === 'upcoming'
  return (
    <Note>
      <Text>
        {isScheduled ? 'The plan changes to ' : 'The plan changed to '}
        <PlanOf subscription={data} /> on {formatDay(data.startDate)}.
      </Text>
      {isScheduled && (
        <AllowedButton permission="write" variant="default" onClick={undoing.open}>
          Undo plan change
        </AllowedButton>
      )}
      <Suspense>
        {isUndoing && <UndoPlanDialog subscription={before} onClose={undoing.close} />}
      </Suspense>
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<IconReplace size={18} />} p="sm" role="note">
      <Group justify="space-between" gap="sm">
        {children}
      </Group>
    </Alert>
  )
}

function PlanOf({ subscription: { id, planName } }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/subscriptions/$subscriptionId"
      params={{ slug, subscriptionId: id }}
      inherit
    >
      {planName}
    </AnchorLink>
  )
}
