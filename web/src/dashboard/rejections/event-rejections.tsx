import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { UsageEventDetail } from '../../api/api-types.ts'
import { rejectionRequestsQuery } from '../../api/rejection-requests.ts'
import { Section } from '../../ui/layout/section.tsx'
import { NoRows } from '../../ui/states/empty.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { RejectionEntry } from './rejection-entry.tsx'
import { RequestEntry } from './request-entry.tsx'

const RejectDialog = lazy(() => import('./reject-dialog.tsx'))
const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx'))

/** The requests of an event that the panel shows; the API allows an event no more. */
const REQUESTS_MAX = 10

/** Requests and rejections of an event, and the way to reject it or to withdraw the one in force. */
export function EventRejections({ event }: { event: UsageEventDetail }) {
  const { slug } = useOrganization()
  const { id: eventId, quantity, rejections } = event
  const { data } = useQuery(rejectionRequestsQuery(slug, { eventId, limit: REQUESTS_MAX }))
  const requests = data?.results.toReversed() ?? []
  const [isOpen, opened] = useDisclosure()
  const current = rejections.find(({ state }) => state === 'accepted')
  const hasNoUnits = Number(quantity) === 0
  const isAsked = requests.some(({ state }) => state === 'requested')
  if (hasNoUnits && rejections.length === 0 && requests.length === 0) return null
  return (
    <Section
      title="Rejections"
      action={
        <AllowedButton
          permission="correct_usage"
          variant="default"
          onClick={opened.open}
          refusal={refusalOf({ isInForce: current !== undefined, isAsked, hasNoUnits })}
        >
          {current === undefined ? 'Reject' : 'Withdraw rejection'}
        </AllowedButton>
      }
    >
      {requests.map((request) => (
        <RequestEntry key={request.id} request={request} />
      ))}
      {rejections.length === 0 && !isAsked && <NoRows>No units are rejected.</NoRows>}
      {rejections.map((rejection) => (
        <RejectionEntry key={rejection.id} rejection={rejection} />
      ))}
      <Suspense>
        {isOpen &&
          (current === undefined ? (
            <RejectDialog event={event} onClose={opened.close} />
          ) : (
            <WithdrawDialog rejection={current} onClose={opened.close} />
          ))}
      </Suspense>
    </Section>
  )
}

type Facts = { isInForce: boolean; isAsked: boolean; hasNoUnits: boolean }

/** Returns why an event cannot be rejected now. A rejection in force can always be withdrawn. */
function refusalOf({ isInForce, isAsked, hasNoUnits }: Facts): string | undefined {
  if (isInForce) return undefined
  if (isAsked) return 'Accept or decline the request of the customer'
  return hasNoUnits ? 'No unit of the event is billed' : undefined
}
